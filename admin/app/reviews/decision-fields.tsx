import type { ModeratedItem } from "./moderation.ts";

type DecisionFieldsProps = {
  item: ModeratedItem;
  /** Id of the item that is shown after the decision; empty if there is none. */
  nextItem: string;
};

/** What every decision sends: the item, and what the person saw of it. */
export function DecisionFields({ item, nextItem }: DecisionFieldsProps) {
  const fields = {
    kind: item.kind,
    id: item.id,
    from: item.status,
    created_at: item.created_at,
    next_item: nextItem,
  };
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
