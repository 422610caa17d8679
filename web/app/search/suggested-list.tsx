import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { bindWords } from "../lib/format.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import type { TextKey } from "../lib/texts.ts";
import { Picture } from "../ui/picture.tsx";
import { completion, type SuggestedGroup, type SuggestedRow } from "./suggested.ts";

const titles: Record<SuggestedGroup["name"], TextKey> = {
  queries: "suggest.queries",
  categories: "suggest.categories",
  brands: "suggest.brands",
  products: "suggest.products",
  all: "suggest.all",
};
/** These two say by themselves what they are; their names are for readers. */
const untitled = new Set<SuggestedGroup["name"]>(["queries", "all"]);

type SuggestedListProps = {
  id: string;
  groups: readonly SuggestedGroup[];
  typed: string;
  /** The chosen row, counted over all groups; -1 for none. */
  row: number;
  rowId: (at: number) => string;
  onFollow: (row: SuggestedRow) => void;
};

/** The list of the combobox: links in groups. The focus stays in the field, which names the chosen row. */
export function SuggestedList({ id, groups, typed, row, rowId, onFollow }: SuggestedListProps) {
  const { t } = useShop();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [row]);
  let at = 0;
  return (
    <div ref={ref} role="listbox" id={id} aria-label={t("suggest.list")} className="py-2">
      {groups.map(({ name, rows }) => (
        <div
          key={name}
          role="group"
          aria-label={t(titles[name])}
          className={name === "all" ? "px-5 pt-2 pb-3" : "pb-1"}
        >
          {untitled.has(name) ? null : (
            <p aria-hidden className="px-5 pt-2.5 pb-1 text-xs font-semibold text-ink-2">
              {t(titles[name])}
            </p>
          )}
          {rows.map((one) => {
            const here = at++;
            return (
              <Link
                key={one.path}
                to={one.path}
                id={rowId(here)}
                role="option"
                aria-selected={here === row}
                tabIndex={-1}
                onClick={() => onFollow(one)}
                className={one.kind === "all" ? allClass : rowClass}
              >
                <Row row={one} typed={typed} />
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const rowClass = "flex min-h-11 items-center gap-3 px-5 py-1.5 text-sm hover:bg-mist aria-selected:bg-mist";
const allClass =
  "flex h-11 items-center justify-center rounded-md bg-mist text-sm font-medium hover:bg-line aria-selected:outline-2 aria-selected:outline-focus";

function Row({ row, typed }: { row: SuggestedRow; typed: string }) {
  const { t, format } = useShop();
  if (row.kind === "all") return t("suggest.all");
  if (row.kind === "query") {
    const [begun, rest] = completion(row.text, typed);
    return (
      <>
        <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
        <span>
          {begun}
          <b className="font-semibold text-tokiwa-700">{rest}</b>
        </span>
      </>
    );
  }
  if (row.kind === "place") {
    return (
      <>
        <span className="grow">{bindWords(row.text)}</span>
        <span className="num text-ink-3">{format.number(row.count)}</span>
      </>
    );
  }
  const { image, manufacturer, name, price } = row.card;
  return (
    <>
      <Picture
        image={image}
        sizes="44px"
        frameClass="shrink-0"
        className="h-[55px] w-11 rounded-xs bg-mist object-cover"
      />
      <span className="min-w-0 grow">
        <span className="block text-xs text-ink-3">{manufacturer.name}</span>
        <span className="line-clamp-2">{bindWords(name)}</span>
      </span>
      <span className={`price shrink-0 text-lg ${price.old === null ? "" : "text-beni-600"}`}>
        {format.money(price.current, price)}
      </span>
    </>
  );
}
