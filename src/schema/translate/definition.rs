//! Shared schemas: their names, the queue of those still to be translated, and how it is worked off on several cores.

use std::collections::VecDeque;

use foldhash::{HashMap, HashSet};

use crate::credential;
use crate::diagnostic::{Place, Sink};
use crate::json::Map;
use crate::json::pointer::unescaped;
use crate::model::{Definition, Definitions, Direction, Schema};
use crate::source::{Node, Origin, Sources};

use super::{FormatCounts, PlainParent, SourceDialect, TranslationContext, Translator};

/// Shared schemas of one direction.
#[derive(Clone, Default)]
pub(super) struct DefinitionRegistry<'s> {
    names: HashMap<(Option<usize>, Place), String>,
    used: HashSet<String>,
    queue: VecDeque<WaitingDefinition<'s>>,
    done: Definitions,
}

/// A schema that was referred to and is not translated yet.
#[derive(Clone)]
pub(super) struct WaitingDefinition<'s> {
    pub(super) name: String,
    pub(super) node: Node<'s>,
    pub(super) dialect: SourceDialect,
    pub(super) scope: Option<usize>,
}

impl<'s> DefinitionRegistry<'s> {
    /// The next schema that was referred to and is not translated yet.
    pub(super) fn next(&mut self) -> Option<WaitingDefinition<'s>> {
        self.queue.pop_front()
    }

    pub(super) fn insert(&mut self, name: String, schema: Schema, place: Place) {
        self.done.insert(Definition { name, schema, place });
    }

    pub(super) fn into_definitions(self) -> Definitions {
        self.done
    }

    /// Takes over what was referred to elsewhere and is not translated. `None` where something gets another name here.
    pub(super) fn absorb(&mut self, other: DefinitionRegistry<'_>, sources: &'s Sources) -> Option<()> {
        for WaitingDefinition { name, node, dialect, scope } in other.queue {
            let same = self.name(sources, sources.node(node.place())?, dialect, scope) == name;
            same.then_some(())?;
        }
        Some(())
    }

    /// The name of the definition for the schema at `node`, which is queued when it is new.
    fn name(
        &mut self,
        sources: &Sources,
        node: Node<'s>,
        dialect: SourceDialect,
        scope: Option<usize>,
    ) -> &str {
        let key = (scope, node.place());
        if !self.names.contains_key(&key) {
            let name = self.fresh_name(sources, node, scope);
            self.used.insert(name.clone());
            self.queue.push_back(WaitingDefinition { name: name.clone(), node, dialect, scope });
            self.names.insert(key, name);
        }
        self.names.get(&key).map_or("", String::as_str)
    }

    /// A name from the schema's place in the document. A second schema that wants the same name gets a
    /// hash of its place as seen from the root document, so that names do not depend on where that lies.
    fn fresh_name(&self, sources: &Sources, node: Node<'s>, scope: Option<usize>) -> String {
        let (document, pointer) = (sources.relative(node.document()), node.pointer());
        let mut plain = readable_name(node, &document, &pointer);
        if let Some(scope) = scope {
            plain = format!("{scope}/{plain}");
        }
        if !self.used.contains(&plain) {
            return plain;
        }
        let mut hash = fnv1a(document.as_bytes(), fnv1a(pointer.as_bytes(), FNV_OFFSET));
        loop {
            let name = format!("{plain}_{:06x}", hash & 0x00ff_ffff);
            if !self.used.contains(&name) {
                return name;
            }
            hash = fnv1a(name.as_bytes(), hash);
        }
    }
}

impl<'s> Translator<'s> {
    /// A translator of the same kind with nothing translated, that says what it has to say to `sink`.
    pub fn beside<'t>(&self, sink: &'t Sink) -> Translator<'t>
    where
        's: 't,
    {
        Translator::new(self.sources, sink, self.target, self.keep_output_formats)
    }

    /// Takes over what another translator of the same description was referred to, and what it noted, as if it had translated
    /// here; `said` is what it said. `None` where that cannot be, since a definition has another name here; then neither can
    /// be used.
    pub fn absorb(&mut self, other: Translator<'_>, said: &Sink) -> Option<()> {
        self.silence_flags(said);
        self.input.absorb(other.input, self.sources)?;
        self.output.absorb(other.output, self.sources)?;
        self.note(other.dropped_formats, other.plain_parents);
        self.used_directly.extend(other.used_directly);
        self.flags_of_properties.extend(other.flags_of_properties);
        Some(())
    }

    /// Translates everything that was referred to, and gives the definitions of inputs and outputs.
    pub fn finish(mut self) -> (Definitions, Definitions) {
        let definitions = self.definitions_apart().unwrap_or_else(|| {
            self.translate_waiting(Direction::Input);
            self.translate_waiting(Direction::Output);
            let [input, output] = [&mut self.input, &mut self.output].map(std::mem::take);
            (input.into_definitions(), output.into_definitions())
        });
        self.report_plain_parents();
        self.report_formats();
        definitions
    }

    /// Translates everything that was referred to in one direction.
    fn translate_waiting(&mut self, direction: Direction) {
        while let Some(WaitingDefinition { name, node, dialect, scope }) = self.registry(direction).next() {
            if self.sources.has_missed() {
                return;
            }
            self.scope = scope;
            let schema =
                self.schema(node, TranslationContext::outermost(node, dialect, direction, node.key()));
            self.registry(direction).insert(name, Schema(schema), node.place());
        }
    }

    /// Translates both directions at once: what schemas become in one does not depend on the other. `None`, and nothing is translated or said,
    /// where a further document is needed.
    fn definitions_apart(&mut self) -> Option<(Definitions, Definitions)> {
        let said = [self.sink.beside(), self.sink.beside()];
        let read = self.sources.without_further(|| {
            let (mut of_inputs, mut of_outputs) = (self.beside(&said[0]), self.beside(&said[1]));
            for part in [&mut of_inputs, &mut of_outputs] {
                part.is_own = self.is_own;
                part.flags_of_properties.clone_from(&self.flags_of_properties);
            }
            of_inputs.input = self.input.clone();
            of_outputs.output = self.output.clone();
            rayon::join(
                || of_inputs.translate_waiting(Direction::Input),
                || of_outputs.translate_waiting(Direction::Output),
            );
            (of_inputs, of_outputs)
        });
        let (of_inputs, of_outputs) = read?;
        of_inputs.silence_flags(&said[1]);
        let definitions = [of_inputs, of_outputs].map(|part| {
            self.note(part.dropped_formats, part.plain_parents);
            self.used_directly.extend(part.used_directly);
            (part.input.into_definitions(), part.output.into_definitions())
        });
        for said in said {
            self.sink.absorb(said);
        }
        let [(input, _), (_, output)] = definitions;
        Some((input, output))
    }

    /// Takes over what another translator has to report at the end.
    fn note(&mut self, dropped_formats: FormatCounts, plain_parents: Vec<PlainParent>) {
        for (format, (count, place)) in dropped_formats {
            self.note_dropped_format(&format, count, place);
        }
        self.plain_parents.extend(plain_parents);
    }

    /// A reference to the schema at `node`, which becomes a definition.
    pub(super) fn shared(&mut self, node: Node<'s>, context: TranslationContext<'s>) -> Map {
        if !context.is_part {
            self.used_directly.insert(node.place());
        }
        let (sources, scope) = (self.sources, self.scope);
        let name = self.registry(context.direction).name(sources, node, context.dialect, scope);
        Schema::reference(name).0
    }
}

/// Characters of a definition's name.
const LONGEST_NAME: usize = 100;

/// The component's name, or what comes nearest to one: the last words of the pointer; of a document as a whole, which
/// lies at `document` as seen from the root, the file's name.
fn readable_name(node: Node<'_>, document: &str, pointer: &str) -> String {
    let tokens: Vec<&str> = pointer.split('/').skip(1).collect();
    let raw = match tokens.as_slice() {
        // The root document may lie anywhere, under any name.
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
    let mut raw = unescaped(&raw).into_owned();
    // Once characters are replaced, a credential would not be known any more.
    credential::mask(&mut raw);
    let mut name = String::with_capacity(raw.len());
    for character in raw.chars() {
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

/// FNV-1a, 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>): small, and the same on every machine.
fn fnv1a(bytes: &[u8], seed: u64) -> u64 {
    bytes.iter().fold(seed, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
