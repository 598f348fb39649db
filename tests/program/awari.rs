//! The command line prints the published counts of awari.

use crate::common::published::published;
use crate::program::Program;

#[test]
fn the_command_prints_the_published_counts_to_the_letter() {
    let program = Program::new();
    let text = program.fine("layers awari --max-seeds 12 --histogram");
    assert_eq!(text.lines().collect::<Vec<_>>(), published());
    // A few layers in the other formats agree.
    let csv = program.fine("layers awari --max-seeds 5 --histogram --csv");
    assert!(csv.starts_with("seeds,margin,boards\n0,0,1\n1,-1,7\n1,1,5\n2,-2,40\n"), "{csv}");
    let json = program.json("layers awari --max-seeds 5 --histogram");
    let margins = |layer: &serde_json::Value| {
        let margins = layer["margins"].as_array().expect("margins");
        let words = margins.iter().map(|one| format!(" {}:{}", one["margin"], one["boards"]));
        format!("{}{}", layer["seeds"], words.collect::<String>())
    };
    let layers = json.as_array().expect("layers");
    assert_eq!(layers.iter().map(margins).collect::<Vec<_>>(), published()[..6]);
    let rows = layers.iter().map(|layer| layer["margins"].as_array().map_or(0, Vec::len)).sum::<usize>();
    assert_eq!(csv.lines().count(), 1 + rows);
}
