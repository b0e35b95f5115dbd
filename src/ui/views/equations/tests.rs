use super::*;
use crate::experiment::presets;

#[test]
fn dump() {
    for preset in presets() {
        let prepared = Prepared::new(preset.experiment().unwrap(), None).unwrap();
        let page = Page::of(&prepared);
        println!("== {}", preset.name);
        for letter in &page.letters {
            println!("   {}", letter.math.text());
        }
        for section in &page.sections {
            println!("-- {} {:?}", section.scope, section.blocks);
            for sub in &section.sublayers {
                println!("  . {:?}", sub.part);
                for line in &sub.lines {
                    println!("   {:>3} {:<44} {} {:?}", line.number, line.math.text(), prepared.graph.node(line.id).shape, line.heads);
                }
            }
        }
        for function in &page.functions {
            println!("   f {} : {}", function.call.text(), function.formulas.iter().map(|f| f.text()).collect::<Vec<_>>().join(" , "));
        }
    }
}
