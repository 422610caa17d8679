import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { fromMinor } from "./amounts.ts";
import type { PaymentRow } from "./sql.ts";
import type { PageLocale } from "./tables.ts";

const texts = {
  ru_RU: {
    tag: "ru",
    test: "Проверочная оплата: деньги не списываются",
    bank: "Учебный банк",
    title: "Подтвердите оплату",
    amount: "Сумма",
    card: "Карта",
    purpose: "За что",
    until: "Ответ ждём до",
    zone: "по Москве",
    confirm: "Подтвердить",
    refuse: "Отказаться",
    over: "Эта оплата уже решена",
    overText: "Ответ записан или время на него вышло. Чем кончилось, видно на странице оплаты в магазине.",
    back: "Вернуться в магазин",
    missing: "Такой оплаты нет",
    missingText: "Проверьте адрес или вернитесь на страницу оплаты в магазине.",
    other: "In English",
    sbp: {
      bank: "Учебная СБП",
      title: "Оплата через СБП",
      about: "Здесь открылось бы приложение вашего банка. Это учебная страница: выберите сами, чем кончится оплата.",
      confirm: "Оплатить",
    },
  },
  en_US: {
    tag: "en",
    test: "Test payment: no money is taken",
    bank: "Practice Bank",
    title: "Confirm your payment",
    amount: "Amount",
    card: "Card",
    purpose: "For",
    until: "Please answer by",
    zone: "Moscow time",
    confirm: "Confirm",
    refuse: "Refuse",
    over: "This payment is already settled",
    overText: "It was answered, or the time to answer ran out. The shop’s payment page shows how it ended.",
    back: "Back to the shop",
    missing: "There is no such payment",
    missingText: "Check the address, or go back to the shop’s payment page.",
    other: "По-русски",
    sbp: {
      bank: "Practice SBP",
      title: "Pay through SBP",
      about: "Your bank’s app would open here. This is a practice page: choose how the payment ends.",
      confirm: "Pay",
    },
  },
} as const;

const style = `
*{box-sizing:border-box}
body{margin:0;background:#eef1f5;color:#17202c;font:16px/1.5 system-ui,"Segoe UI",Roboto,sans-serif}
.test{padding:10px 16px;background:#7a4a00;color:#fff;text-align:center;font-weight:600}
main{max-width:460px;margin:24px auto;padding:24px;background:#fff;border:1px solid #d5dbe3;border-radius:12px}
@media (max-width:520px){main{margin:16px}}
.bank{margin:0 0 4px;color:#4a5666;font-weight:600}
h1{margin:0 0 20px;font-size:26px;line-height:1.25}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 20px;margin:0 0 24px}
dt{color:#4a5666}
dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
dd.sum{font-size:20px;font-weight:700}
form{display:grid;gap:12px}
button,.back{display:block;width:100%;min-height:48px;padding:12px;border:1px solid #1f4e8c;border-radius:8px;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button[value=confirm],.back{background:#1f4e8c;color:#fff}
button[value=refuse]{background:#fff;color:#1f4e8c}
:focus-visible{outline:3px solid #d07a00;outline-offset:2px}
.other{display:inline-block;margin-top:20px;padding:4px 0;color:#1f4e8c}
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/**
 * Returns the security headers of the page: nothing may be loaded, and its form may only submit to the gateway and
 * redirect to the shop.
 */
export function getPageHeaders(returnUrl: string | null = null): Record<string, string> {
  const formTarget = returnUrl === null ? "" : ` ${new URL(returnUrl).origin}`;
  return {
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action 'self'${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  };
}

/**
 * Renders the page that asks the shopper to confirm a payment; if it was answered or has ended, a page that links back
 * to the shop.
 */
export function renderChallengePage(payment: PaymentRow, locale: PageLocale, isOpen: boolean) {
  const t = texts[locale];
  const isSbp = payment.method === "sbp";
  const bank = isSbp ? t.sbp.bank : t.bank;
  if (!isOpen)
    return renderPage(
      locale,
      t.over,
      html`<p>${t.overText}</p>
        ${renderBackLink(payment, locale)}${renderLanguageLink(locale)}`,
      bank,
    );
  return renderPage(
    locale,
    isSbp ? t.sbp.title : t.title,
    html`${isSbp ? html`<p>${t.sbp.about}</p>` : ""}
      <dl>
        <dt>${t.amount}</dt>
        <dd class="sum">${formatAmount(payment, t.tag)}</dd>
        ${
          isSbp
            ? ""
            : html`<dt>${t.card}</dt>
                <dd>•••• ${payment.last4}</dd>`
        }
        ${
          payment.description
            ? html`<dt>${t.purpose}</dt>
                <dd>${payment.description}</dd>`
            : ""
        }
        <dt>${t.until}</dt>
        <dd>${formatTime(payment.decide_at, t.tag)} ${t.zone}</dd>
      </dl>
      <form method="post">
        <button name="answer" value="confirm">${isSbp ? t.sbp.confirm : t.confirm}</button>
        <button name="answer" value="refuse">${t.refuse}</button>
      </form>
      ${renderLanguageLink(locale)}`,
    bank,
  );
}

/** Renders the page for an id without a payment to confirm. */
export function renderNotFoundPage(locale: PageLocale) {
  const t = texts[locale];
  return renderPage(
    locale,
    t.missing,
    html`<p>${t.missingText}</p>
      ${renderLanguageLink(locale)}`,
  );
}

type Content = ReturnType<typeof html>;

function renderPage(locale: PageLocale, title: string, content: Content, bank: string = texts[locale].bank): Content {
  const t = texts[locale];
  return html`<!doctype html>
    <html lang="${t.tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <header class="test">${t.test}</header>
        <main>
          <p class="bank">${bank}</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

function renderBackLink({ return_url }: PaymentRow, locale: PageLocale): Content | "" {
  return return_url === null ? "" : html`<a class="back" href="${return_url}">${texts[locale].back}</a>`;
}

function renderLanguageLink(locale: PageLocale): Content {
  const otherLocale = locale === "ru_RU" ? "en_US" : "ru_RU";
  return html`<a class="other" href="?locale=${otherLocale}" lang="${texts[otherLocale].tag}"
    >${texts[locale].other}</a
  >`;
}

function formatAmount({ amount_minor, currency }: PaymentRow, languageTag: string): string {
  const minimumFractionDigits = 0;
  return new Intl.NumberFormat(languageTag, { style: "currency", currency, minimumFractionDigits }).format(
    Number(fromMinor(amount_minor, currency)),
  );
}

/** Formats the time of day in Moscow. */
function formatTime(date: Date, languageTag: string): string {
  return new Intl.DateTimeFormat(languageTag, { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Moscow" }).format(
    date,
  );
}
