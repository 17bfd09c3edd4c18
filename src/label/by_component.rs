//! What is known of each component, and of the product as a whole.

/// A value for each component, behind that for the product as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByComponent<T>(Vec<T>);

impl<T: Copy + Default> ByComponent<T> {
    /// The value for a component, to be changed; `None` is the whole product.
    pub(crate) fn at(&mut self, component: Option<usize>) -> &mut T {
        let at = place(component);
        self.0.resize(self.0.len().max(at + 1), T::default());
        &mut self.0[at]
    }

    /// The value for a component: the default one where none was set.
    pub(crate) fn of(&self, component: Option<usize>) -> T {
        self.0.get(place(component)).copied().unwrap_or_default()
    }
}

fn place(component: Option<usize>) -> usize {
    component.map_or(0, |component| component + 1)
}
