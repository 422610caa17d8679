import type { Asked } from "../platform/http.ts";
import type { Locale } from "../platform/locale.ts";

/** Who asks from where: what a consent keeps, what attempts are counted by, what a session is known by. */
export type Origin = Readonly<{ ip: string; userAgent: string; locale: Locale; now: Date }>;

export function originOf({ ip, userAgent, locale, now }: Asked): Origin {
  return { ip, userAgent, locale, now };
}
