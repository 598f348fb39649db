//! The published counts of awari.

/// The published counts, one line for each layer.
pub fn published() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/oracle/awari-histogram.txt");
    let text = std::fs::read_to_string(path).expect("the published counts");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    assert_eq!(lines.len(), 13);
    lines
}
