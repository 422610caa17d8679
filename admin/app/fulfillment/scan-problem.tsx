import { Check, CircleX, X } from "lucide-react";
import type { ReactNode } from "react";
import type { ShipmentItem } from "@furoshiki/api/admin/fulfillment/shipments";
import { Button } from "../ui/button.tsx";
import { focusOnMount, getItemName, StationPanel } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";
import type { Packing, PackingProblem } from "./use-packing.ts";

type ScanProblemProps<Problem = PackingProblem> = {
  packing: Packing;
  problem: Problem;
  /** The item that is needed. */
  current: ShipmentItem | null;
};

/** What has to be solved before the next piece. Scanning the right item closes it too. */
export function ScanProblem({ packing, problem, current }: ScanProblemProps) {
  const { t } = useStationTexts();
  if (problem.kind === "options") return <OptionChoice packing={packing} problem={problem} current={current} />;
  if (problem.kind === "wrong") return <WrongItem packing={packing} problem={problem} current={current} />;
  return (
    <ProblemFrame
      title={t("unexpected_error")}
      text={t.find(`error_${problem.code}`) ?? problem.message}
      onClose={packing.closeProblem}
    />
  );
}

function ProblemFrame({
  title,
  text,
  onClose,
  children,
}: {
  title: string;
  text: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useStationTexts();
  return (
    <section role="alert" className="m-4 grid overflow-hidden rounded-lg border-3 border-beni-600 bg-card desk:m-6">
      <header className="flex items-center gap-4 bg-beni-50 px-4 py-4 text-beni-700 desk:px-6">
        <CircleX size={40} strokeWidth={1.5} aria-hidden className="shrink-0" />
        <div className="min-w-0">
          <h1 className="text-[1.75rem]/9">{title}</h1>
          <p>{text}</p>
        </div>
      </header>
      {children}
      <div className="grid gap-3 p-4 desk:px-6 desk:pb-5">
        <Button size="xl" kind="primary" onClick={onClose} className="w-full">
          {t("wrong_item_close")}
        </Button>
        <p className="text-center text-base/5.5 text-ink-2">{t("wrong_item_hint")}</p>
      </div>
    </section>
  );
}

/** The scanned item next to the one that is needed. */
function WrongItem({ packing, problem, current }: ScanProblemProps<Extract<PackingProblem, { kind: "wrong" }>>) {
  const texts = useStationTexts();
  const { t, choose } = texts;
  const { product, code, reason } = problem;
  return (
    <ProblemFrame title={t("wrong_item")} text={t(reason)} onClose={packing.closeProblem}>
      <div className="grid desk:grid-cols-2">
        <ComparedItem
          title={t("scanned")}
          isWrong
          name={product ? choose(product.name_ru, product.name_en) : t("scanned_unknown")}
          image={product?.image ?? null}
          code={code}
        />
        {current ? (
          <ComparedItem
            title={t("wrong_item_needed")}
            name={getItemName(texts, current)}
            image={current.image}
            code={current.barcode ?? current.reference}
          />
        ) : null}
      </div>
    </ProblemFrame>
  );
}

function ComparedItem({
  title,
  name,
  image,
  code,
  isWrong = false,
}: {
  title: string;
  name: string;
  image: ShipmentItem["image"];
  code: string;
  isWrong?: boolean;
}) {
  const Icon = isWrong ? X : Check;
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] content-start gap-x-5 gap-y-3 border-hair p-4 not-first:border-t desk:not-first:border-t-0 desk:not-first:border-l lg:grid-cols-[10.25rem_minmax(0,1fr)]">
      <h2
        className={`col-span-2 flex items-center gap-2 font-sans text-[1.125rem]/6.5 font-semibold ${isWrong ? "text-beni-600" : ""}`}
      >
        <Icon size={24} aria-hidden /> {title}
      </h2>
      <div className="aspect-4/5 overflow-hidden rounded-xs bg-mist">
        {image ? <img src={image.src} alt="" className="size-full object-cover" /> : null}
      </div>
      <div className="min-w-0">
        <p>{name}</p>
        <p className={`code mt-2 break-all ${isWrong ? "text-beni-600" : ""}`}>{code}</p>
      </div>
    </div>
  );
}

/** The options of a product whose barcode was scanned. */
function OptionChoice({ packing, problem }: ScanProblemProps<Extract<PackingProblem, { kind: "options" }>>) {
  const texts = useStationTexts();
  const { t } = texts;
  const options = packing.items.filter(({ line }) => problem.lines.includes(line));
  return (
    <StationPanel title={t("choose_option")} text={t("choose_option_text")}>
      <ul className="grid gap-3">
        {options.map((item, index) => (
          <li key={item.line}>
            <button
              type="button"
              ref={index === 0 ? focusOnMount : undefined}
              onClick={() => packing.addPiece(item.line, problem.code)}
              className="flex w-full items-center gap-4 rounded-lg border border-control bg-card p-3 text-left font-medium hover:bg-hover"
            >
              <span className="size-20 shrink-0 overflow-hidden rounded-xs bg-mist">
                {item.image ? <img src={item.image.src} alt="" className="size-full object-cover" /> : null}
              </span>
              {getItemName(texts, item)}
            </button>
          </li>
        ))}
      </ul>
      <div>
        <Button size="xl" kind="quiet" onClick={packing.closeProblem}>
          {t("close")}
        </Button>
      </div>
    </StationPanel>
  );
}
