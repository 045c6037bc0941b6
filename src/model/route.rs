//! Where arguments go in the HTTP request of a tool whose input is described by one schema.

use crate::diagnostic::Place;

use super::ArgumentLocation;

/// Where the properties of an input go. Those that are not named go into the placeholder of the path that has
/// their name, if there is one, else to `otherwise`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routes {
    /// Where the request is described in the source.
    pub place: Place,
    /// Properties whose way is given, in document order.
    pub named: Vec<Route>,
    /// Where the others go.
    pub otherwise: ArgumentLocation,
}

/// The way of one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Where it is given.
    pub place: Place,
    /// The property.
    pub property: String,
    /// Where its value goes.
    pub location: ArgumentLocation,
    /// The name it goes by there.
    pub name: String,
}
