/**
 * Today's date where the day begins first (UTC+14), such as `2026-11-21`. The
 * service's times have no time zone, so only a later date is certainly in the future.
 */
export const today = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
