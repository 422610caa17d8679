/** The major versions of PostgreSQL that the shop is tested with; newer ones are let in, older ones are refused. */
export const testedVersions = [15, 16, 17, 18] as const;

export const OLDEST_VERSION = testedVersions[0];
