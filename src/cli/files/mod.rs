//! The files that a run writes: each is replaced in one step, and none is a file that the run reads.

pub(crate) mod compare_manifest;
pub(crate) mod destination;
mod line_ends;
mod line_writer;
pub(crate) mod lock_file;
pub(crate) mod lock_turn;
pub(crate) mod manifest_names;
pub(crate) mod map_file;
pub(crate) mod overwriting;
pub(crate) mod page_files;
mod parent_directory;
pub(crate) mod path_identity;
pub(crate) mod several_files;
pub(crate) mod source_files;
pub(crate) mod tag_files;
mod temporary_files;
pub(crate) mod writable;
