/** The answers of a verdict, the most serious first. */
export const ANSWERS: string[] = ['contains', 'may-contain', 'not-stated', 'declared-not-present'];
