//! The pseudo-random generator: SplitMix64, so that a seed gives the same catalogue on every
//! machine and with every version of every library.

/// A stream of pseudo-random numbers, determined by a seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

/// The purpose of a stream: the streams of one product are independent of each other. Its number is
/// part of what the showcase looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// The frozen record, the maker, the name and the dates.
    Product = 0,
    /// The product's code and the wording of its flags.
    Record = 1,
    /// Its images.
    Images = 2,
    /// The positions of the planted faults.
    Faults = 3,
    /// Its identifier, if that is not its number.
    Identifier = 5,
    /// The wholesalers' codes.
    Catalog = 7,
}

impl Random {
    /// The stream of one product for one purpose. Each product has its own streams, so it can
    /// be made without those before it.
    pub(crate) fn of(seed: u64, index: u64, purpose: Purpose) -> Random {
        let mut mixer = Random(seed ^ (purpose as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03));
        let start = mixer.next() ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Random(Random(start).next())
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but not including `end`; 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        // The high half times the range: the bias is negligible below 2^32.
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// True with a probability of `share` per cent.
    pub(crate) fn percent(&mut self, share: u32) -> bool {
        self.below(100) < share
    }

    /// A random index of a list that is not empty.
    pub(crate) fn place<T>(&mut self, list: &[T]) -> usize {
        self.below(list.len() as u32) as usize
    }

    /// A random element of a list that is not empty.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.place(list)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_the_published_generator() {
        // The first outputs of SplitMix64 from state 0, as published with it.
        let mut random = Random(0);
        assert_eq!(random.next(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(random.next(), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn shares_are_kept_and_bounds_are_not_reached() {
        let mut random = Random::of(1, 2, Purpose::Product);
        let hits = (0..10_000).filter(|_| random.percent(30)).count();
        assert!((2_800..3_200).contains(&hits), "{hits}");
        assert!((0..10_000).all(|_| random.below(7) < 7));
    }

    #[test]
    fn streams_differ_by_seed_product_and_purpose() {
        let first = |seed, index, purpose| Random::of(seed, index, purpose).next();
        let base = first(1, 1, Purpose::Product);
        assert_ne!(base, first(2, 1, Purpose::Product));
        assert_ne!(base, first(1, 2, Purpose::Product));
        assert_ne!(base, first(1, 1, Purpose::Record));
        assert_eq!(base, first(1, 1, Purpose::Product));
    }
}
