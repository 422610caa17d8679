import { useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { StockCount, StockCountLine } from "@furoshiki/api/admin/inventory/counts";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Badge } from "../ui/badge.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";

/** The lines of a count. While it is open, the pieces of each can be entered; they are saved when the field is left. */
export function CountLines({ count: { items, status } }: { count: StockCount }) {
  const { t } = useCatalogI18n();
  return (
    <ul aria-label={t("counts.lines")}>
      {items.map((line) => (
        <CountLine key={`${line.product_id} ${line.option_id}`} line={line} isOpen={status === "open"} />
      ))}
    </ul>
  );
}

function CountLine({ line, isOpen }: { line: StockCountLine; isOpen: boolean }) {
  const { t, format } = useCatalogI18n();
  const name = [line.name, line.option_name].filter(Boolean).join(", ");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hair px-4 py-2.5 first:border-t-0">
      <Thumbnail image={line.image} size={44} />
      <div className="min-w-0 grow basis-52">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-ink-3">
          <span className="code">{line.reference}</span>
          {line.counted_by === null ? null : ` · ${line.counted_by}`}
          {line.is_extra ? ` · ${t("counts.extra")}` : null}
        </p>
      </div>
      <div className="flex items-center gap-3 max-desk:grow max-desk:justify-end">
        {line.expected === null ? null : (
          <p className="text-right text-xs text-ink-2">
            {t("counts.expected")} <span className="num text-sm text-ink">{format.number(line.expected)}</span>
          </p>
        )}
        {isOpen ? (
          <CountField line={line} name={name} />
        ) : (
          <p className="w-24 text-right font-semibold">{line.counted === null ? "–" : format.number(line.counted)}</p>
        )}
        <p className="w-14 text-right">
          <Difference line={line} />
        </p>
      </div>
    </li>
  );
}

function Difference({ line: { counted, expected } }: { line: StockCountLine }) {
  const { t, format } = useCatalogI18n();
  if (counted === null || expected === null) return null;
  const difference = counted - expected;
  if (difference === 0) return <Badge tone="ok">{t("counts.as_expected")}</Badge>;
  return (
    <Badge tone={difference < 0 ? "error" : "warn"}>
      <span className="sr-only">{t(difference < 0 ? "counts.missing" : "counts.too_many")} </span>
      {difference < 0 ? "−" : "+"}
      {format.number(Math.abs(difference))}
    </Badge>
  );
}

function CountField({ line, name }: { line: StockCountLine; name: string }) {
  const { t } = useCatalogI18n();
  const id = useId();
  const { product_id: productId, option_id: optionId, counted } = line;
  const stored = counted === null ? "" : String(counted);
  const { fetcher, refusal, value, setEntered, onSubmit, submitChange } = useCountField(stored);
  return (
    <fetcher.Form method="post" onSubmit={onSubmit} className="grid gap-1">
      <input type="hidden" name="intent" value="enter" />
      <input type="hidden" name="product_id" value={productId} />
      <input type="hidden" name="option_id" value={optionId} />
      <input type="hidden" name="from" value={stored} />
      <label>
        <span className="sr-only">{t("counts.pieces_of", { name })}</span>
        <input
          type="number"
          inputMode="numeric"
          name="counted"
          value={value}
          min={0}
          max={1_000_000}
          onChange={({ currentTarget }) => setEntered(currentTarget.value)}
          onBlur={({ currentTarget: { form } }) => submitChange(form)}
          aria-describedby={refusal ? id : undefined}
          aria-invalid={refusal ? true : undefined}
          className="num h-11 w-24 rounded-md border border-line-strong bg-card px-2.5 text-right text-base text-ink aria-invalid:border-beni-600 desk:h-9 desk:text-sm"
        />
      </label>
      {refusal ? (
        <p id={id} role="alert" className="max-w-52 text-xs text-beni-600">
          {refusal.message}
        </p>
      ) : null}
    </fetcher.Form>
  );
}

/**
 * Keeps the number in the field of a line until the server has it. What somebody else has counted appears in a field that
 * is not being edited.
 * @param stored the number that the server has, as text
 */
function useCountField(stored: string) {
  const fetcher = useFetcher<FormErrors | null>();
  const [entered, setEntered] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const { state } = fetcher;
  // With the refusal comes the number that the server has, which the next one replaces. Until it has been loaded, saving
  // again would be refused for the same reason.
  const refusal = state === "idle" ? fetcher.data : undefined;
  const isSending = useRef(false);
  useEffect(() => {
    const hasEnded = isSending.current && state === "idle";
    isSending.current = state !== "idle";
    if (!hasEnded) return;
    setSent(null);
    if (!refusal) setEntered((current) => (current === sent ? null : current));
  }, [state, sent, refusal]);
  return {
    fetcher,
    refusal,
    value: entered ?? stored,
    setEntered,
    /** Remembers what is sent: the field keeps what is typed meanwhile. */
    onSubmit: () => setSent(entered),
    /** Submits the form if its number is another one than the server has. */
    submitChange: (form: HTMLFormElement | null) => {
      if (entered !== null && entered !== stored && entered !== sent) form?.requestSubmit();
    },
  };
}
