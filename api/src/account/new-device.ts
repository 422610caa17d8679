import { z } from "zod";
import type { Tx } from "../platform/db.ts";
import { layOutLetter, letterAddress } from "../platform/letter-layout.ts";
import { networkOf } from "../platform/limits.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { moscowTime } from "../platform/moscow-time.ts";
import { text } from "../platform/texts.ts";
import { deviceName } from "./device-name.ts";
import { noteDevice } from "./known-device-sql.ts";
import type { Origin } from "./origin.ts";

const params = z.object({ device: z.string(), ip: z.string(), at: z.iso.datetime() });

/** Notes from where a customer signs in, and tells him by letter of a device or an address that he never came from. */
export async function noticeDevice(
  db: Tx,
  { id, email }: { id: number; email: string },
  { ip, userAgent, locale, now }: Origin,
): Promise<void> {
  const device = deviceName(userAgent);
  if (!(await noteDevice(db, { customerId: id, device, network: networkOf(ip) }, now))) return;
  const at = now.toISOString();
  await queueMail(db, {
    recipient: email,
    locale,
    template: "new_device",
    params: { device, ip, at } satisfies z.infer<typeof params>,
    dedupKey: `new_device:${id}:${device}:${networkOf(ip)}:${at}`,
  });
}

const writeNewDevice: LetterWriter = async ({ config }, { locale, params: told, shop }) => {
  const { device, ip, at } = params.parse(told);
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, "letter_device_subject"),
    paragraphs: [text(locale, "letter_device_text", { shop }), text(locale, "letter_device_not_you")],
    action: { name: text(locale, "letter_to_security"), href: letterAddress(config, locale, "/profile/security") },
    parts: [
      {
        title: text(locale, "letter_device_which"),
        lines: [
          device || text(locale, "letter_device_unknown"),
          ip,
          text(locale, "letter_device_time", { time: moscowTime(new Date(at), locale) }),
        ],
      },
    ],
  });
};

export const deviceLetters = { new_device: writeNewDevice } satisfies Record<string, LetterWriter>;
