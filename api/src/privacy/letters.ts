import { layOutLetter } from "../platform/letter-layout.ts";
import type { LetterWriter } from "../platform/mail.ts";
import { text } from "../platform/texts.ts";

/** The last one: that the account is gone. Whom it went to is forgotten as soon as it is out. */
const writeFarewell: LetterWriter = async (_house, { locale, shop }) => ({
  ...layOutLetter({
    locale,
    shop,
    subject: text(locale, "letter_farewell_subject"),
    paragraphs: [text(locale, "letter_farewell_text", { shop }), text(locale, "letter_farewell_kept")],
  }),
  isLast: true,
});

export const letters = { farewell: writeFarewell } satisfies Record<string, LetterWriter>;
