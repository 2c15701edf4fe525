//! The part of the header that JavaScript needs: where the fields of structs lie, and constants.

use crate::header::Header;
use serde_json::{Map, Value, json};

/// `{"structs": {name: {"size", "fields": {name: [type, offset]}}}, "constants": {name: number}}`.
pub(super) fn listing(header: &Header) -> Value {
    let structs = header.structs.iter().map(|one| {
        let layout = header.layout(one);
        let fields = one.fields.iter().zip(layout.offsets);
        let fields: Map<_, _> =
            fields.map(|(field, offset)| (field.name.clone(), json!([field.of_type.base, offset]))).collect();
        (one.name.clone(), json!({ "size": layout.size, "fields": fields }))
    });
    let values = header.enums.iter().flat_map(|one| one.values.iter().map(|(name, number)| (name, number)));
    let constants: Map<_, _> =
        header.constants.iter().chain(values).map(|(name, &number)| (name.clone(), number.into())).collect();
    json!({ "structs": structs.collect::<Map<_, _>>(), "constants": constants })
}
