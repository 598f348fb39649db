//! Numbers as people read them

/// Returns a number with its thousands separated: `4,426,165,368`. A count that does not fit
/// is the largest number, so that number is `more than 18 quintillion`.
pub fn count(number: u64) -> String {
    if number == u64::MAX {
        return "more than 18 quintillion".to_owned();
    }
    let digits = number.to_string();
    let mut separated = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            separated.push(',');
        }
        separated.push(digit);
    }
    separated
}

/// Returns a number of bytes in a decimal unit: `24.50 MB`. As in [`count`], the largest number has no end.
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if number == u64::MAX {
        return "more than 18 EB".to_owned();
    }
    if number < 1000 {
        return format!("{number} B");
    }
    let mut amount = number as f64 / 1000.0;
    let mut unit = 0;
    while amount >= 1000.0 {
        amount /= 1000.0;
        unit += 1;
    }
    format!("{amount:.2} {}", UNITS[unit])
}

/// Returns a duration in seconds in the unit that suits it: `0.4 s`, `12 min`.
pub fn time(seconds: f64) -> String {
    match seconds {
        ..0.1 => format!("{:.0} ms", (1000.0 * seconds).ceil()),
        ..120.0 => format!("{seconds:.1} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..1e8 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{} years", count((seconds / 31_556_952.0).round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_bytes_have_units() {
        assert_eq!(count(u64::MAX), "more than 18 quintillion");
        assert_eq!(time(4e9), "127 years");
        assert_eq!([0, 999, 1000, 4_426_165_368].map(count), ["0", "999", "1,000", "4,426,165,368"]);
        let sizes = [0, 999, 1000, 88_304, 24_500_000, 1 << 40, u64::MAX].map(bytes);
        assert_eq!(sizes, ["0 B", "999 B", "1.00 kB", "88.30 kB", "24.50 MB", "1.10 TB", "more than 18 EB"]);
        assert_eq!([0.0001, 1.0, 600.0, 86_400.0].map(time), ["1 ms", "1.0 s", "10 min", "24 h"]);
    }
}
