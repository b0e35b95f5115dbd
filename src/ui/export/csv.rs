/// A row of comma-separated values; what holds a comma or a quotation mark is set in quotation marks.
pub fn line(fields: impl IntoIterator<Item = String>) -> String {
    let field = |field: String| {
        if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
    };
    fields.into_iter().map(field).collect::<Vec<_>>().join(",") + "\n"
}
