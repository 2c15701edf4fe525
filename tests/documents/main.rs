//! The header, the pages and the C# declarations: generated, counted, and true.

mod csharp;
mod header;
mod listing;
mod names;
mod pages;
mod promises;
