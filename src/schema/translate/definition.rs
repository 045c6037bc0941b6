//! Definitions: their names, the queue of those that are referred to and not translated yet, and their
//! translation on several cores.

use std::collections::VecDeque;

use foldhash::{HashMap, HashSet};

use crate::credential;
use crate::diagnostic::{Place, Sink};
use crate::fnv1a::{OFFSET_BASIS, fnv1a};
use crate::json::Map;
use crate::json::pointer::unescaped;
use crate::model::{Definition, Definitions, Direction, Schema};
use crate::source::{Node, Origin, Sources};

use super::{FormatCounts, PlainParent, SourceDialect, TranslationContext, Translator};

/// The definitions of one direction.
#[derive(Clone, Default)]
pub(super) struct DefinitionRegistry<'s> {
    names: HashMap<DefinitionKey, String>,
    used: HashSet<String>,
    queue: VecDeque<WaitingDefinition<'s>>,
    done: Definitions,
}

/// The key of a definition: schemas with equal keys share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct DefinitionKey {
    /// The scope of their names.
    scope: Option<usize>,
    place: Place,
    dynamic_scope: Option<Place>,
    is_plain_parent: bool,
}

/// A definition that is not translated yet.
#[derive(Clone)]
pub(super) struct WaitingDefinition<'s> {
    pub(super) name: String,
    pub(super) node: Node<'s>,
    pub(super) dialect: SourceDialect,
    pub(super) scope: Option<usize>,
    /// The dynamic scope, if the schema depends on it.
    pub(super) dynamic_scope: Option<Place>,
    /// True for a parent with a discriminator that is described without its subtypes.
    pub(super) is_plain_parent: bool,
}

impl<'s> DefinitionRegistry<'s> {
    /// Removes the next definition from the queue.
    pub(super) fn next(&mut self) -> Option<WaitingDefinition<'s>> {
        self.queue.pop_front()
    }

    pub(super) fn insert(&mut self, name: String, schema: Schema, place: Place) {
        self.done.insert(Definition { name, schema, place });
    }

    pub(super) fn into_definitions(self) -> Definitions {
        self.done
    }

    /// Merges the queue of another registry. `None` if a definition has another name here.
    pub(super) fn absorb(&mut self, other: DefinitionRegistry<'_>, sources: &'s Sources) -> Option<()> {
        for waiting in other.queue {
            let node = sources.node(waiting.node.place())?;
            let is_same = self.name(sources, &WaitingDefinition { name: String::new(), node, ..waiting })
                == waiting.name;
            is_same.then_some(())?;
        }
        Some(())
    }

    /// Returns the name of a definition, which is queued if it is new.
    fn name(&mut self, sources: &Sources, wanted: &WaitingDefinition<'s>) -> &str {
        let WaitingDefinition { node, scope, dynamic_scope, is_plain_parent, .. } = *wanted;
        let key = DefinitionKey { scope, place: node.place(), dynamic_scope, is_plain_parent };
        if !self.names.contains_key(&key) {
            let name = self.fresh_name(sources, node, scope);
            self.used.insert(name.clone());
            self.queue.push_back(WaitingDefinition { name: name.clone(), ..*wanted });
            self.names.insert(key, name);
        }
        self.names.get(&key).map_or("", String::as_str)
    }

    /// Returns an unused name, derived from the schema's place in its document. A second schema that maps to
    /// the same name gets a hash of its place as seen from the root document, so that names do not depend on
    /// where that document is stored.
    fn fresh_name(&self, sources: &Sources, node: Node<'s>, scope: Option<usize>) -> String {
        let (document, pointer) = (sources.relative(node.document()), node.pointer());
        let mut plain = readable_name(node, &document, &pointer);
        if let Some(scope) = scope {
            plain = format!("{scope}/{plain}");
        }
        if !self.used.contains(&plain) {
            return plain;
        }
        let mut hash = fnv1a(fnv1a(OFFSET_BASIS, pointer.bytes()), document.bytes());
        loop {
            let name = format!("{plain}_{:06x}", hash & 0x00ff_ffff);
            if !self.used.contains(&name) {
                return name;
            }
            hash = fnv1a(hash, name.bytes());
        }
    }
}

impl<'s> Translator<'s> {
    /// Returns an empty translator with the same settings that reports to `sink`.
    pub fn fork<'t>(&self, sink: &'t Sink) -> Translator<'t>
    where
        's: 't,
    {
        let mut fork = Translator::new(self.sources, sink, self.target, self.keep_output_formats);
        fork.keep_discriminators(self.keeps_discriminators);
        fork
    }

    /// Merges the state of another translator of the same description, as if its schemas were translated
    /// here; `diagnostics` holds what it has reported. `None` if a definition has another name here: then neither
    /// translator can be used further.
    pub fn absorb(&mut self, other: Translator<'_>, diagnostics: &Sink) -> Option<()> {
        self.retract_misplaced_required(diagnostics);
        self.input.absorb(other.input, self.sources)?;
        self.output.absorb(other.output, self.sources)?;
        self.note(other.dropped_formats, other.plain_parents);
        self.used_directly.extend(other.used_directly);
        self.composition_uses.extend(other.composition_uses);
        self.required_flags.extend(other.required_flags);
        Some(())
    }

    /// Translates all definitions, and returns those of inputs and those of outputs.
    pub fn finish(mut self) -> (Definitions, Definitions) {
        let definitions = self.translate_in_parallel().unwrap_or_else(|| {
            self.translate_waiting(Direction::Input);
            self.translate_waiting(Direction::Output);
            let [input, output] = [&mut self.input, &mut self.output].map(std::mem::take);
            (input.into_definitions(), output.into_definitions())
        });
        // A schema may have been translated by itself before its flag was found to be on a property.
        self.retract_misplaced_required(self.sink);
        self.report_plain_parents();
        self.report_all_undescribed();
        self.report_formats();
        definitions
    }

    /// Translates the queued definitions of one direction.
    fn translate_waiting(&mut self, direction: Direction) {
        while let Some(waiting) = self.registry(direction).next() {
            let WaitingDefinition { name, node, dialect, scope, dynamic_scope, is_plain_parent } = waiting;
            if self.sources.has_missed() {
                return;
            }
            self.scope = scope;
            let mut context = TranslationContext::outermost(node, dialect, direction, node.key());
            context.dynamic_scope = dynamic_scope.or(context.dynamic_scope);
            context.is_plain_parent = is_plain_parent;
            let schema = self.schema(node, context);
            self.registry(direction).insert(name, Schema(schema), node.place());
        }
    }

    /// Translates both directions in parallel, as neither depends on the other. `None` if another document
    /// has to be loaded; then nothing is translated or reported.
    fn translate_in_parallel(&mut self) -> Option<(Definitions, Definitions)> {
        let sinks = [self.sink.beside(), self.sink.beside()];
        let read = self.sources.without_further(|| {
            let (mut input_translator, mut output_translator) = (self.fork(&sinks[0]), self.fork(&sinks[1]));
            for translator in [&mut input_translator, &mut output_translator] {
                translator.is_emitted = self.is_emitted;
                translator.keeps_empty_required = self.keeps_empty_required;
                translator.required_flags.clone_from(&self.required_flags);
            }
            input_translator.input = self.input.clone();
            output_translator.output = self.output.clone();
            rayon::join(
                || input_translator.translate_waiting(Direction::Input),
                || output_translator.translate_waiting(Direction::Output),
            );
            (input_translator, output_translator)
        });
        let (input_translator, output_translator) = read?;
        let definitions = [input_translator, output_translator].map(|translator| {
            self.required_flags.extend(translator.required_flags);
            self.note(translator.dropped_formats, translator.plain_parents);
            self.used_directly.extend(translator.used_directly);
            self.composition_uses.extend(translator.composition_uses);
            (translator.input.into_definitions(), translator.output.into_definitions())
        });
        for sink in sinks {
            self.sink.absorb(sink);
        }
        let [(input, _), (_, output)] = definitions;
        Some((input, output))
    }

    /// Merges the findings of another translator that are reported at the end.
    fn note(&mut self, dropped_formats: FormatCounts, plain_parents: Vec<PlainParent>) {
        for (format, (count, place)) in dropped_formats {
            self.note_dropped_format(&format, count, place);
        }
        self.plain_parents.extend(plain_parents);
    }

    /// Returns a reference to the schema at `node`, which becomes a definition.
    pub(super) fn reference_to(&mut self, node: Node<'s>, context: TranslationContext<'s>) -> Map {
        self.note_use(node, context);
        if !context.is_all_of_part {
            self.used_directly.insert((node.place(), context.is_output()));
        }
        let is_plain_parent =
            (context.is_all_of_part || context.is_plain_parent) && self.is_parent(node, context);
        let (sources, scope) = (self.sources, self.scope);
        let dynamic_scope = context.dynamic_scope.filter(|_| self.reaches_dynamic_reference(node));
        let (name, dialect) = (String::new(), context.dialect);
        let wanted = WaitingDefinition { name, node, dialect, scope, dynamic_scope, is_plain_parent };
        Schema::reference(self.registry(context.direction).name(sources, &wanted)).0
    }
}

/// Maximum length of a definition's name, in characters.
const LONGEST_NAME: usize = 100;

/// Returns the component's name, or one made of the last tokens of the pointer; for a whole document, which
/// is at `document` as seen from the root, the name of its file.
fn readable_name(node: Node<'_>, document: &str, pointer: &str) -> String {
    let tokens: Vec<&str> = pointer.split('/').skip(1).collect();
    let text = match tokens.as_slice() {
        // The root document may have any name and place, which must not change the output.
        [] if document.is_empty() => String::new(),
        [] => match node.document().origin() {
            Origin::File(path) => {
                path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
            }
            Origin::Url(url) => url
                .path_segments()
                .and_then(Iterator::last)
                .unwrap_or_default()
                .trim_end_matches(".json")
                .to_owned(),
            Origin::Stdin | Origin::Bytes(_) => String::new(),
        },
        ["components", "schemas", name] | ["definitions" | "$defs", name] => (*name).to_owned(),
        [.., "$defs" | "definitions", name] | [name] => (*name).to_owned(),
        [.., parent, "items" | "schema" | "additionalProperties"] => (*parent).to_owned(),
        [.., "allOf" | "anyOf" | "oneOf", index] => {
            let owner = tokens.iter().rev().nth(2).copied().unwrap_or("schema");
            format!("{owner}_{index}")
        }
        [.., name] => (*name).to_owned(),
    };
    let mut text = unescaped(&text).into_owned();
    // Masking comes first: a credential with replaced characters would not be recognized.
    credential::mask(&mut text);
    let mut name = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-') {
            name.push(character);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_matches('_');
    let name = name.get(..LONGEST_NAME).unwrap_or(name).trim_end_matches('_');
    if name.is_empty() { "schema".to_owned() } else { name.to_owned() }
}
