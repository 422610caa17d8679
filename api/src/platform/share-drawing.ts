import { drawable, drawnLine, fitted, lengthOf } from "./lettering.ts";
import { pictureTool } from "./picture-tool.ts";

/** What messengers and networks show of a link, in pixels. */
const SHEET = { width: 1200, height: 630 };
const EDGE = 64;
const QUALITY = 82;
const SHOP = "Furoshiki";
const INK = "#17211c";
const INK_2 = "#47534c";
const EVERGREEN = "#1a5640";
const TITLE = { sizes: [72, 64, 56, 50, 44, 40], leading: 1.1, height: 300 };
const KICKER = 30;

/** The tied bundle, forty units square. */
const MARK =
  '<path fill="#1a5640" d="M8.2 21.2C10 17.9 14.3 16.6 20 16.6s10 1.3 11.8 4.6c2 3.6 2.9 8 2.5 11.6-.3 2.9-2 4.2-5 4.5-6.2.6-12.4.6-18.6 0-3-.3-4.7-1.6-5-4.5-.4-3.6.5-8 2.5-11.6Z"/>' +
  '<path fill="#33805f" d="M18.6 15.6C14.5 14.7 9.6 11.7 6.6 4.8c-.4-1 .2-1.7 1.2-1.4 6.3 1.9 10.3 6 12 11Z"/>' +
  '<path fill="#1a5640" d="M21.4 15.6c4.1-.9 9-3.9 12-10.8.4-1-.2-1.7-1.2-1.4-6.3 1.9-10.3 6-12 11Z"/>' +
  '<path d="M6.9 27.5C12 25.5 17 21.8 19.8 17.4c2.8 4.4 7.8 8.1 13.2 10.1" fill="none" stroke="#fff" stroke-width="1.3"/>' +
  '<circle cx="20" cy="16.4" r="3.5" fill="#1a5640" stroke="#fff" stroke-width="1.3"/>';

/** The cloths that departments and posts lie on (design: Colours). */
const cloths: Readonly<Record<string, string>> = {
  sakura: "#f4e4e1",
  fuji: "#e8e5ee",
  shiro: "#ecede8",
  wakaba: "#e4ecdd",
  mizu: "#dfeaee",
  asagi: "#dceae6",
  tamago: "#f5ebcf",
  matcha: "#e6e9d3",
  kaki: "#f4e1d3",
  tokiwa: "#d6e6dc",
};

export type Sheet = {
  title: string;
  /** What stands over the title: a maker, a part of the shop. */
  line: string;
  cloth: string;
  /** A picture in any form that can be read; it fills the right side. */
  picture: Uint8Array | null;
};

/** Draws what is shown of a shared link: the shop's name and a title in outlines, and a picture where there is one. */
export async function drawSheet({ title, line, cloth, picture }: Sheet): Promise<Buffer<ArrayBuffer>> {
  const side = picture && (await sideOf(picture));
  const width = (side ? SHEET.width - side.width : SHEET.width - 300) - EDGE - EDGE / 2;
  const ground = cloths[cloth] ?? cloths["shiro"] ?? "#fff";
  const drawing = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${SHEET.height}">`,
    `<rect width="100%" height="100%" fill="${ground}"/>`,
    side ? "" : fold(),
    `<g transform="translate(${EDGE} 56) scale(1.5)">${MARK}</g>`,
    drawnLine(SHOP, { x: EDGE + 76, y: 102, size: 46, fill: EVERGREEN }),
    words(title, line, width),
    "</svg>",
  ].join("");
  const sharp = await pictureTool();
  const sheet = sharp(Buffer.from(drawing));
  const whole = side ? sheet.composite([{ input: side.content, left: SHEET.width - side.width, top: 0 }]) : sheet;
  return Buffer.from(await whole.jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer());
}

/** A folded corner of the cloth, and the bundle on it, where there is nothing to show. */
function fold(): string {
  return `<path d="M1200 0v630H700Z" fill="#17211c" opacity=".05"/><path d="M1200 210v420H880Z" fill="#17211c" opacity=".06"/><g transform="translate(930 350) scale(5.6)">${MARK}</g>`;
}

/** The title stands on the foot of the sheet, what it belongs to above it. */
function words(title: string, line: string, width: number): string {
  const said = drawable(title);
  const above = drawable(line);
  const { size, lines } = fitted(said, { ...TITLE, width });
  const top = SHEET.height - EDGE - (lines.length - 1) * size * TITLE.leading - size * 0.08;
  const drawn = lines.map((one, at) =>
    drawnLine(one, { x: EDGE, y: top + at * size * TITLE.leading, size, fill: INK }),
  );
  const [fits = ""] = fitted(above, { sizes: [KICKER], width, height: KICKER, leading: 1 }).lines;
  if (lengthOf(fits, KICKER) === 0) return drawn.join("");
  return drawnLine(fits, { x: EDGE, y: top - size - 14, size: KICKER, fill: INK_2 }) + drawn.join("");
}

/** A picture of the sheet's height: a tall one as it is, a wide one cut at its sides. */
async function sideOf(picture: Uint8Array): Promise<{ content: Buffer; width: number }> {
  const sharp = await pictureTool();
  const { width, height } = await sharp(picture).metadata();
  const own = Math.round((SHEET.height * width) / height);
  const shown = Math.min(Math.max(own, 420), 640);
  const content = await sharp(picture)
    .resize({ width: shown, height: SHEET.height, fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toBuffer();
  return { content, width: shown };
}
