import { z } from "zod";

/**
 * Returns the schema of a third-party service's id, or null. Ids are checked for their format, so that a setting can
 * never inject a script (docs/domain/analytics.md).
 */
export const nullableServiceId = (pattern: RegExp) => z.string().regex(pattern).nullable();
