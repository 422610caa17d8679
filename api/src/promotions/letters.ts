import { z } from "zod";
import { currencyByCode } from "../money/service.ts";
import { formatMoney } from "../money/format.ts";
import { layOutLetter, letterAddress } from "../platform/letter-layout.ts";
import type { LetterWriter } from "../platform/mail.ts";
import { moscowDay } from "../platform/moscow-time.ts";
import { text } from "../platform/texts.ts";
import { findDedicated } from "./bought-sql.ts";
import { certificateState } from "./certificates.ts";

/** The letter to whom a certificate is for, in its buyer's language. Null: it is worth nothing any more. */
const writeCertificate: LetterWriter = async ({ db, config, clock }, { locale, params }) => {
  const { certificateId } = z.object({ certificateId: z.int() }).parse(params);
  const found = await findDedicated(db, { certificateId });
  if (!found || certificateState(found, clock.now()) !== "usable") return null;
  const said = {
    name: found.recipient_name,
    sender: found.sender_name || "none",
    sum: formatMoney(found.price_minor, await currencyByCode(db, found.currency), locale),
    until: found.expires_at ? moscowDay(found.expires_at, locale, { withYear: true }) : "none",
  };
  return layOutLetter({
    locale,
    subject: text(locale, "gift_letter_subject", said),
    paragraphs: [text(locale, "gift_letter_text", said)],
    action: {
      name: text(locale, "gift_letter_open"),
      href: letterAddress(config, locale, `/certificates/${found.key}`),
    },
    parts: [
      ...(found.message === ""
        ? []
        : [{ title: text(locale, "gift_letter_words", said), lines: found.message.split("\n") }]),
      { title: text(locale, "gift_letter_code"), lines: [found.code, text(locale, "gift_letter_how", said)] },
    ],
    links: [
      { name: text(locale, "gift_letter_balance"), href: letterAddress(config, locale, "/certificates/balance") },
      { name: text(locale, "gift_letter_shop"), href: letterAddress(config, locale, "/") },
    ],
  });
};

export const letters = { certificate: writeCertificate } satisfies Record<string, LetterWriter>;
