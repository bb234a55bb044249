/**
 * Directories carry no dates. Their frozen copies were taken together with the dated upstreams, the
 * newest fact of which is of this day.
 */
export const UNDATED_RECORDED_ON = "2026-08-21";
