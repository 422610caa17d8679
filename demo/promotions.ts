import { certificateCode, CROCKFORD } from "../api/src/promotions/codes.ts";
import { DAY_MS, type Product } from "./product.ts";
import { dice } from "./random.ts";
import type { Row } from "./rows.ts";
import { categoryNamed } from "./tables.ts";
import { cheapest, type World } from "./world.ts";

/** The code that one of the test customer's orders was placed with. */
export const USED_PROMO = "SAKURA10";
export const CERTIFICATE_SPENT_MINOR = 1200_00;

export type Promotions = {
  codes: Row[];
  codeProducts: Row[];
  codeCategories: Row[];
  presents: Row[];
  presentProducts: Row[];
  certificates: Row[];
  /** The test customer's certificate, partly spent. */
  annasCertificate: { id: number; code: string };
};

type Ids = { promo: number; present: number; certificate: number };

/** Promo codes with every rule and every refusal, presents and gift certificates (tables: promo codes). */
export function planPromotions(world: World, brandGoods: number[], first: Ids): Promotions {
  const { now, anna, shelf } = world;
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const gifts = shelf.filter((one) => one.kind === null && cheapest(one).priceMinor < 900_00).slice(0, 3);
  const by = dice(world.seed, "promotions");
  const personal = Array.from({ length: 6 }, () => by.pick([...CROCKFORD])).join("");

  const codes = (
    [
      { code: USED_PROMO, kind: "percent", percent: 10, min_sum_minor: 2000_00, max_uses_customer: 1, uses: 1 },
      { code: "MINUS500", kind: "fixed", amount_minor: 500_00, min_sum_minor: 4000_00 },
      { code: "DELIVERY0", kind: "free_delivery", min_sum_minor: 3000_00 },
      { code: "WELCOME7", kind: "percent", percent: 7, first_order_only: true, max_uses_customer: 1 },
      { code: "VOLOSY15", kind: "percent", percent: 15 },
      { code: "MIZU20", kind: "percent", percent: 20, starts_at: inDays(-10), ends_at: inDays(35) },
      { code: "PODAROK", kind: "gift", gift_product_id: gifts[0]?.id ?? shelf[0]?.id, min_sum_minor: 5000_00 },
      {
        code: `DR-${anna.id}`,
        kind: "fixed",
        amount_minor: 300_00,
        customer_id: anna.id,
        max_uses: 1,
        ends_at: inDays(30),
      },
      { code: `P-${personal}`, kind: "percent", percent: 12, customer_id: anna.id, max_uses: 1, ends_at: inDays(60) },
      { code: "OLD2023", kind: "percent", percent: 10, ends_at: new Date("2023-12-31T20:59:59Z") },
      { code: "SPRING2099", kind: "percent", percent: 10, starts_at: new Date("2099-03-01T00:00:00Z") },
      { code: "LIMIT0", kind: "percent", percent: 10, max_uses: 1, uses: 1 },
      { code: "OFF", kind: "percent", percent: 10, active: false },
    ] as Row[]
  ).map((own, at): Row => ({ ...emptyCode, id: first.promo + at, created_at: inDays(-30), ...own }));
  const idOf = (code: string) => codes.find((row) => row.code === code)?.id;

  const present = first.present;
  return {
    codes,
    codeProducts: brandGoods.map((productId) => ({ promo_code_id: idOf("MIZU20"), product_id: productId })),
    codeCategories: [{ promo_code_id: idOf("VOLOSY15"), category_id: categoryNamed("ukhod-za-volosami").id }],
    presents: [{ id: present, threshold_minor: 7000_00, choose_count: 1, active: true }],
    presentProducts: gifts.map((gift: Product) => ({ present_id: present, product_id: gift.id, option_id: 0 })),
    ...planCertificates(world, first.certificate),
  };
}

const emptyCode = {
  percent: null,
  amount_minor: null,
  gift_product_id: null,
  starts_at: null,
  ends_at: null,
  min_sum_minor: 0,
  max_uses: null,
  max_uses_customer: null,
  uses: 0,
  first_order_only: false,
  customer_id: null,
  active: true,
};

const faceValues = [1000, 2000, 3000, 5000, 10_000, 15_000];

function planCertificates(
  { seed, now, anna }: World,
  firstId: number,
): Pick<Promotions, "certificates" | "annasCertificate"> {
  const certificates = faceValues.map((roubles, at) => {
    const spent = roubles === 3000 ? CERTIFICATE_SPENT_MINOR : 0;
    return {
      id: firstId + at,
      code: drawCertificate(seed, at),
      amount_minor: roubles * 100,
      balance_minor: roubles * 100 - spent,
      recipient: spent > 0 ? anna.email : "",
      message: spent > 0 ? "С днём рождения. Выберите себе что-нибудь приятное." : "",
      expires_at: new Date(now.getTime() + 300 * DAY_MS),
      created_at: new Date(now.getTime() - 65 * DAY_MS),
    };
  });
  const annas = certificates.find((row) => row.recipient !== "");
  if (!annas) throw new Error("no certificate for the test customer");
  return { certificates, annasCertificate: { id: annas.id, code: annas.code } };
}

/** Draws until the check sign is one that people can type. */
function drawCertificate(seed: number, at: number): string {
  const by = dice(seed, "certificate", at);
  for (;;) {
    const code = certificateCode(Array.from({ length: 11 }, () => by.pick([...CROCKFORD])).join(""));
    if (code) return code;
  }
}
