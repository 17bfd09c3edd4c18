//! Ratios of measured rounds with their confidence intervals, as in `benches/js/measure.mjs`.

/// How often the rounds are resampled.
const DRAWINGS: usize = 1_000;

/// A ratio with the bounds that hold 95 of 100 re-drawings of the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} [{:.2}, {:.2}]", self.value, self.low, self.high)
    }
}

/// The middle of some numbers; 0 of none.
pub(crate) fn median(list: &[f64]) -> f64 {
    let mut sorted = list.to_vec();
    sorted.sort_by(f64::total_cmp);
    match (sorted.len(), sorted.len() / 2) {
        (0, _) => 0.0,
        (count, middle) if count % 2 == 1 => sorted[middle],
        (_, middle) => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// How many times the median of `a` is that of `b`, by rounds.
pub(crate) fn ratio(a: &[f64], b: &[f64]) -> Ratio {
    let rounds = a.len().min(b.len());
    let mut rng = fastrand::Rng::with_seed(1);
    let mut drawn: Vec<f64> = (0..DRAWINGS)
        .map(|_| {
            let rounds: Vec<usize> = (0..rounds).map(|_| rng.usize(..rounds)).collect();
            let of = |list: &[f64]| median(&rounds.iter().map(|at| list[*at]).collect::<Vec<_>>());
            of(a) / of(b)
        })
        .collect();
    drawn.sort_by(f64::total_cmp);
    Ratio {
        value: median(a) / median(b),
        low: drawn[DRAWINGS * 25 / 1000],
        high: drawn[DRAWINGS * 975 / 1000 - 1],
    }
}

/// By how much `y` grows for each `x`: the line of least squares.
pub(crate) fn slope(points: &[(f64, f64)]) -> f64 {
    #[allow(clippy::cast_precision_loss)]
    let count = points.len().max(1) as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let across: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    let along: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    if along == 0.0 { 0.0 } else { across / along }
}

/// Whether a target is met, in the words of the other benchmarks.
pub(crate) fn verdict(met: bool, target: &str) -> String {
    format!("target {target}: {}", if met { "met" } else { "missed" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles_ratios_and_slopes() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0]), 2.5);
        let (a, b) = ([2.0, 4.0, 6.0, 8.0], [1.0, 2.0, 3.0, 4.0]);
        let double = ratio(&a, &b);
        assert_eq!((double.value, double.low, double.high), (2.0, 2.0, 2.0));
        let wide = ratio(&[1.0, 2.0, 9.0], &[1.0, 1.0, 1.0]);
        assert!(wide.low < wide.value && wide.value < wide.high);
        assert_eq!(slope(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]), 2.0);
        assert_eq!(slope(&[(1.0, 1.0)]), 0.0);
    }
}
