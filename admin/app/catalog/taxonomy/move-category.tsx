import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { buildTree, formatMove, listSubtree } from "./category-tree.ts";
import { getTermName, type Term } from "./term-kinds.ts";

/** Moves a category below another one, with everything below it. It becomes the last one there. */
export function MoveCategory({ category, items }: { category: Term; items: readonly Term[] }) {
  const { t, locale } = useCatalogI18n();
  const isBusy = useNavigation().formMethod === "POST";
  const rows = buildTree(items);
  const current = rows.find(({ term }) => term.id === category.id);
  const [parentId, setParentId] = useState(current?.parentId ?? null);
  if (!current) return null;
  const subtree = listSubtree(rows, category.id);
  const from = { parent_id: current.parentId, place: current.place };
  return (
    <Form
      method="post"
      replace
      preventScrollReset
      className="grid items-end gap-3 border-t border-hair pt-4 desk:grid-cols-[1fr_auto]"
    >
      <SelectField
        id="move_parent"
        label={t("taxonomy.move_below")}
        value={parentId ?? ""}
        onChange={({ currentTarget: { value } }) => setParentId(value === "" ? null : Number(value))}
      >
        <option value="">{t("taxonomy.top")}</option>
        {rows
          .filter(({ term }) => !subtree.has(term.id))
          .map(({ term, depth }) => (
            <option key={term.id} value={term.id}>
              {`${"\u00a0\u00a0".repeat(depth)}${getTermName(term, locale)}`}
            </option>
          ))}
      </SelectField>
      <Button
        type="submit"
        size="md"
        name="move"
        value={formatMove({ id: category.id, from, to: { parent_id: parentId, place: rows.length } })}
        busy={isBusy}
        disabled={parentId === current.parentId}
      >
        {t("taxonomy.move")}
      </Button>
    </Form>
  );
}
