import { isCompleteHsCode, isSpecificName } from "../../fulfillment/customs-data.ts";
import { type Refusal, refuse } from "../../platform/http/errors.ts";
import { refusals } from "../admin-schema.ts";
import { publishRequirement, type ProductValues, type PublishRequirement } from "./admin-schema.ts";

/** What decides whether a product can be in the store. */
export type RequiredData = Readonly<{
  values: Pick<ProductValues, "name_ru" | "name_en" | "hs_code" | "customs_name_en" | "weight_g">;
  pictures: number;
  variants: number;
}>;

/** Returns what publishing needs and whether a product has it, in the order of the checklist. */
export function checkRequirements({
  values,
  pictures,
  variants,
}: RequiredData): { key: PublishRequirement; is_met: boolean }[] {
  const isMet: Record<PublishRequirement, boolean> = {
    picture: pictures > 0,
    names: values.name_ru !== "" && values.name_en !== "",
    // A variant always has a price.
    price: variants > 0,
    hs_code: isCompleteHsCode(values.hs_code),
    customs_name: isSpecificName(values.customs_name_en),
    weight: values.weight_g > 0,
    // It has a value from the beginning, like the weight.
    hazard: true,
  };
  return publishRequirement.options.map((key) => ({ key, is_met: isMet[key] }));
}

/** Returns the parameters of the message that names what a product lacks. */
export function getMissingParams(fields: readonly PublishRequirement[]): { fields: string[] } {
  return { fields: fields.map((key) => `publish_requirement.${key}`) };
}

/** Returns the refusal of a product that would be in the store without what this needs. */
export function refusePublishing(fields: readonly PublishRequirement[]): Refusal {
  return refuse(refusals, "publishing_blocked", { params: getMissingParams(fields), data: { fields } });
}
