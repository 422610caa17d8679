import { z } from "zod";
import type { Tx } from "../platform/db.ts";
import { layOutLetter, letterAddress } from "../platform/letter-layout.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { text } from "../platform/texts.ts";
import type { Origin } from "./origin.ts";

/** `off_by_shop`: the shop did, because its owner had lost everything. `left`: recovery codes, after one was used. */
const event = z.discriminatedUnion("what", [
  z.object({ what: z.enum(["on", "off", "off_by_shop", "codes_made"]) }),
  z.object({ what: z.literal("code_used"), left: z.int() }),
]);

/** Tells the customer what became of his second factor: what he did not do himself does not go unseen. */
export async function tellOfSecondFactor(
  db: Tx,
  { id, email }: { id: number; email: string },
  told: z.infer<typeof event>,
  { locale, now }: Pick<Origin, "locale" | "now">,
): Promise<void> {
  const which = "left" in told ? `${told.what}:${told.left}` : told.what;
  await queueMail(db, {
    recipient: email,
    locale,
    template: "second_factor",
    params: told,
    dedupKey: `second_factor:${id}:${which}:${now.getTime()}`,
  });
}

const writeSecondFactor: LetterWriter = async ({ config }, { locale, params, shop }) => {
  const told = event.parse(params);
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, `letter_factor_${told.what}_subject`),
    paragraphs: [
      text(locale, `letter_factor_${told.what}_text`, "left" in told ? { left: told.left, shop } : { shop }),
      text(locale, told.what === "off_by_shop" ? "letter_factor_again" : "letter_not_you"),
    ],
    action: {
      name: text(locale, "letter_to_security"),
      href: letterAddress(config, locale, "/profile/security"),
    },
  });
};

export const secondFactorLetters = { second_factor: writeSecondFactor } satisfies Record<string, LetterWriter>;
