/** The time at which every test starts. */
export const TEST_NOW = new Date("2026-11-20T09:00:00Z");
