//! What the boxes are called.

use super::model::{Diagram, Form, Piece, PieceId};
use crate::experiment::Prepared;
use crate::graph::{Node, NodeId, Op, Part, Quantity, Scale, Scope, Stack};
use crate::ui::locale::Locale;
use crate::ui::{describe, numbers};

/// Names in the language of the window.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub locale: &'a Locale,
    pub prepared: &'a Prepared,
    pub diagram: &'a Diagram,
}

impl Names<'_> {
    fn node(&self, id: NodeId) -> &Node {
        self.prepared.graph.node(id)
    }

    fn piece(&self, id: PieceId) -> &Piece {
        self.diagram.piece(id)
    }

    fn words(&self, id: NodeId) -> describe::Words {
        describe::words(self.locale, self.prepared, id)
    }

    /// What stands at the top of a box.
    pub fn title(&self, id: PieceId) -> String {
        let piece = self.piece(id);
        let node = self.node(piece.main);
        match piece.form {
            Form::Part(scope) => match scope.part.filter(|_| self.is_masked(piece)) {
                Some(Part::SelfAttention) => self.locale.text("flow-masked-self-attention"),
                Some(Part::CrossAttention) => self.locale.text("flow-masked-cross-attention"),
                _ => self.part(scope),
            },
            Form::Blocks { first, count: 1, .. } => self.numbered("place-block", first),
            Form::Blocks { first, count, .. } => {
                let ends = [("first", (first + 1).to_string().into()), ("last", (first + count).to_string().into())];
                self.locale.with("flow-blocks", &ends)
            }
            Form::Step | Form::Sum => match (&node.op, node.site.quantity) {
                (Op::LayerNorm(_) | Op::RmsNorm(_), _) => describe::operation(self.locale, &node.op),
                (Op::Leaf(_), _) if is_memory(node) => self.locale.text("flow-memory"),
                (Op::Leaf(_), Quantity::Embeddings | Quantity::Input) => self.locale.text("flow-input"),
                (_, Quantity::Embeddings | Quantity::ScaledEmbeddings) => self.locale.text("flow-embedding"),
                _ => self.words(piece.main).name,
            },
        }
    }

    /// What stands at the top of a box that is too small for its title.
    pub fn brief(&self, id: PieceId) -> String {
        match (self.piece(id).form, &self.node(self.piece(id).main).op) {
            (Form::Part(scope), _) => self.part(scope),
            (Form::Step, Op::LayerNorm(_) | Op::RmsNorm(_)) => self.locale.text("place-norm"),
            _ => self.title(id),
        }
    }

    /// What is said under the title.
    pub fn subtitle(&self, id: PieceId) -> Option<String> {
        let piece = self.piece(id);
        match piece.form {
            Form::Blocks { count, .. } => (count > 1).then(|| format!("× {count}")),
            Form::Part(scope) if scope.part == Some(Part::FeedForward) => self.hidden(piece),
            Form::Part(_) => Some(self.locale.with("flow-heads", &[("count", piece.cards.into())])),
            Form::Step | Form::Sum => match &self.node(piece.main).op {
                op @ Op::Scale(Scale::Times(_)) => Some(describe::operation(self.locale, op)),
                _ => None,
            },
        }
    }

    fn is_masked(&self, piece: &Piece) -> bool {
        piece.nodes.iter().any(|&id| matches!(self.node(id).op, Op::Mask(_)))
    }

    /// The function and the width of a hidden layer.
    fn hidden(&self, piece: &Piece) -> Option<String> {
        let activated = piece.nodes.iter().map(|&id| self.node(id)).find(|node| matches!(node.op, Op::Activation(_)))?;
        Some(format!("{} · {}", activated.shape.columns, describe::operation(self.locale, &activated.op)))
    }

    /// The shape of what a box gives.
    pub fn shape(&self, id: PieceId) -> String {
        let shape = self.node(self.piece(id).main).shape;
        numbers::shape(shape.rows, shape.columns)
    }

    /// Where a box belongs, and what it is: unlike any other box.
    pub fn full(&self, id: PieceId) -> String {
        let piece = self.piece(id);
        let site = self.node(piece.main).site;
        match piece.form {
            Form::Part(scope) => describe::place(self.locale, scope),
            Form::Blocks { stack, .. } => format!("{} · {}", describe::place(self.locale, Scope::stack(stack)), self.title(id)),
            Form::Sum | Form::Step => {
                let place = describe::place(self.locale, Scope { head: None, ..site.scope });
                let name = self.short(id);
                if place.is_empty() || place == name { name } else { format!("{place} · {name}") }
            }
        }
    }

    /// What a box is, and of which head.
    pub fn short(&self, id: PieceId) -> String {
        let piece = self.piece(id);
        match (piece.form, self.node(piece.main).site.scope.head) {
            (Form::Sum, _) => self.words(piece.main).name,
            (Form::Step, Some(head)) => format!("{} · {}", self.head(head), self.title(id)),
            _ => self.title(id),
        }
    }

    /// One sentence on what a box is for.
    pub fn purpose(&self, id: PieceId) -> String {
        let piece = self.piece(id);
        let node = self.node(piece.main);
        match (piece.form, &node.op, node.site.quantity) {
            (Form::Blocks { .. }, ..) => self.locale.text("flow-ask-blocks"),
            (_, Op::Leaf(_), _) if is_memory(node) => self.locale.text("flow-ask-memory"),
            (_, Op::Leaf(_), Quantity::Input) => self.locale.text("flow-ask-given"),
            _ => capitalised(&self.words(piece.main).question),
        }
    }

    /// A block, and of how many.
    pub fn block(&self, block: usize, count: usize) -> String {
        if count == 1 {
            return self.locale.text("flow-block");
        }
        self.locale.with("flow-block-of", &[("number", (block + 1).to_string().into()), ("count", count.to_string().into())])
    }

    /// A head.
    pub fn head(&self, head: usize) -> String {
        self.numbered("flow-head", head)
    }

    /// A head, and of how many.
    pub fn head_of(&self, head: usize, count: usize) -> String {
        self.locale.with("flow-head-of", &[("number", (head + 1).to_string().into()), ("count", count.to_string().into())])
    }

    /// What a button that shows an inside is called.
    pub fn opening(&self, what: &str) -> String {
        self.locale.with("flow-open", &[("name", what.into())])
    }

    /// What a button that hides an inside is called.
    pub fn folding(&self, what: &str) -> String {
        self.locale.with("flow-fold", &[("name", what.into())])
    }

    /// A stack.
    pub fn stack(&self, stack: Stack) -> String {
        describe::place(self.locale, Scope::stack(stack))
    }

    /// A sublayer, without its block.
    pub fn part(&self, scope: Scope) -> String {
        describe::place(self.locale, Scope { part: scope.part, ..Scope::default() })
    }

    fn numbered(&self, key: &str, index: usize) -> String {
        self.locale.with(key, &[("number", (index + 1).to_string().into())])
    }
}

/// What an attention reads that is not its input, where it is given.
fn is_memory(node: &Node) -> bool {
    node.site.quantity == Quantity::Memory || node.site.scope == Scope::stack(Stack::Encoder)
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    // A Spanish question opens with its sign.
    let opening: String = letters.clone().take_while(|letter| !letter.is_alphabetic()).collect();
    let mut rest = letters.by_ref().skip(opening.chars().count());
    let first = rest.next().map_or_else(String::new, |letter| letter.to_uppercase().collect());
    format!("{opening}{first}{}", rest.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_begin_with_a_capital() {
        assert_eq!(capitalised("¿qué ha encontrado cada cabeza?"), "¿Qué ha encontrado cada cabeza?");
        assert_eq!(capitalised("what is kept?"), "What is kept?");
        assert_eq!(capitalised(""), "");
    }
}
