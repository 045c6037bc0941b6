//! Routes from the properties of an input schema to locations in the HTTP request.

use crate::diagnostic::Place;

use super::argument::ArgumentLocation;

/// The routes of the properties of an input schema. A property without route goes into the path placeholder with the
/// same name, or else to `otherwise`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routes {
    /// The place of the request's description in the source.
    pub place: Place,
    /// The routes that the source gives, in document order.
    pub named: Vec<Route>,
    /// The location of the other properties.
    pub otherwise: ArgumentLocation,
}

/// The route of one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The place in the source.
    pub place: Place,
    /// The name of the property.
    pub property: String,
    /// The location of its value.
    pub location: ArgumentLocation,
    /// The name in that location.
    pub name: String,
}
