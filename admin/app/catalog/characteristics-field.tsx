import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { use, useId, useRef, useState } from "react";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import {
  type Characteristic,
  emptyCharacteristic,
  formatCharacteristics,
  parseCharacteristics,
} from "./characteristics.ts";
import { ProductFormContext, Unconflicted, useFieldErrors } from "./product-fields.tsx";
import { moveItem } from "./pictures/picture-references.ts";
import { setFieldValue } from "./use-product-form.ts";

const MAX_CHARACTERISTICS = 50;
const fields = [
  ...([
    ["name_ru", "ru"],
    ["value_ru", "ru"],
    ["name_en", "en"],
    ["value_en", "en"],
  ] as const),
];

/** The characteristics in the form of a product. One field of the form has all of them, as with the pictures. */
function useCharacteristics() {
  const [initial] = useState(use(ProductFormContext).initial.characteristics ?? "");
  const ref = useRef<HTMLTextAreaElement>(null);
  const [list, setList] = useState(() => parseCharacteristics(initial));
  const change = (changed: readonly Characteristic[]) => {
    setList([...changed]);
    if (ref.current) setFieldValue(ref.current, formatCharacteristics(changed));
  };
  const follow = (text: string) =>
    setList((current) => (formatCharacteristics(current) === text ? current : parseCharacteristics(text)));
  return { list, change, follow, ref, initial };
}

/** What the page of a product lists about it, such as its volume: names and values in both languages. */
export function CharacteristicsField() {
  const { t } = useCatalogI18n();
  const { isReadOnly } = use(ProductFormContext);
  const { list, change, follow, ref, initial } = useCharacteristics();
  const errors = useCharacteristicErrors(list);
  const titleId = useId();
  return (
    <Unconflicted name="characteristics">
      <textarea
        ref={ref}
        hidden
        readOnly
        name="characteristics"
        data-field=""
        aria-label={t("catalog.field_characteristics")}
        defaultValue={initial}
        onInput={({ currentTarget }) => follow(currentTarget.value)}
      />
      <div className="grid gap-2">
        <p id={titleId} className="text-xs font-medium">
          {t("catalog.field_characteristics")}
        </p>
        {list.length === 0 ? <p className="text-xs text-ink-3">{t("catalog.no_characteristics")}</p> : null}
        <ol aria-labelledby={titleId} className="grid gap-3">
          {list.map((item, index) => (
            <CharacteristicRow
              // The fields are controlled, so that a row can be known by its place.
              key={index}
              item={item}
              place={{ index, count: list.length }}
              onChange={(changed) => change(list.with(index, changed))}
              onMove={(to) => change(moveItem(list, index, to))}
              onRemove={() => change(list.toSpliced(index, 1))}
            />
          ))}
        </ol>
        <FieldMessage id="characteristics" hint={undefined} errors={errors} />
        {isReadOnly || list.length >= MAX_CHARACTERISTICS ? null : (
          <div>
            <Button
              size="xs"
              icon={<Plus size={14} aria-hidden />}
              onClick={() => change([...list, emptyCharacteristic])}
            >
              {t("catalog.add_characteristic")}
            </Button>
          </div>
        )}
      </div>
    </Unconflicted>
  );
}

/** Returns the texts of the errors of all characteristics, each once. */
function useCharacteristicErrors(list: readonly Characteristic[]): string[] | undefined {
  const { t } = useCatalogI18n();
  const { errors } = use(ProductFormContext);
  const own = useFieldErrors("characteristics");
  const isIncomplete = list.some((_item, index) =>
    fields.some(([field]) => errors[`changes.characteristics.to.${index}.${field}`]),
  );
  if (!own && !isIncomplete) return undefined;
  return [...(own ?? []), ...(isIncomplete ? [t("catalog.characteristic_incomplete")] : [])];
}

type CharacteristicRowProps = {
  item: Characteristic;
  place: { index: number; count: number };
  onChange: (item: Characteristic) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function CharacteristicRow({ item, place: { index, count }, onChange, onMove, onRemove }: CharacteristicRowProps) {
  const { t } = useCatalogI18n();
  const { isReadOnly } = use(ProductFormContext);
  const place = index + 1;
  return (
    <li className="grid gap-1.5 desk:grid-cols-[1fr_auto]">
      <div className="grid gap-1.5 desk:grid-cols-4">
        {fields.map(([field, lang]) => (
          <input
            key={field}
            lang={lang}
            value={item[field]}
            readOnly={isReadOnly}
            maxLength={field.startsWith("name") ? 100 : 500}
            autoComplete="off"
            aria-label={t("catalog.characteristic_field", { field: t(`catalog.characteristic_${field}`), place })}
            placeholder={t(`catalog.characteristic_${field}`)}
            onChange={({ currentTarget }) => onChange({ ...item, [field]: currentTarget.value })}
            className="h-11 w-full rounded-md border border-line-strong bg-card px-2.5 text-base placeholder:text-ink-3 desk:h-9 desk:text-sm"
          />
        ))}
      </div>
      {isReadOnly ? null : (
        <div className="flex">
          <IconButton
            label={t("catalog.characteristic_up", { place })}
            icon={<ArrowUp size={16} aria-hidden />}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            label={t("catalog.characteristic_down", { place })}
            icon={<ArrowDown size={16} aria-hidden />}
            disabled={place === count}
            onClick={() => onMove(index + 1)}
          />
          <IconButton
            label={t("catalog.remove_characteristic", { place })}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  );
}
