import { useNavigate } from "react-router";
import { Button } from "../ui/button.tsx";
import { StationField, StationPanel } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";

/** An order that has left, and the field for the number of the next one. */
export function ShippedOrder() {
  const { t } = useStationTexts();
  const navigate = useNavigate();
  return (
    <main>
      <StationPanel title={t("shipped")}>
        <StationField
          label={t("next_order")}
          hint={t("next_order_hint")}
          inputMode="numeric"
          onSubmit={(value) => {
            const number = value.replaceAll(/\D/g, "");
            if (/^\d{9}$/.test(number)) void navigate(`/fulfillment/pack/${number}`);
          }}
        >
          <Button type="submit" size="xl" kind="primary">
            {t("begin")}
          </Button>
        </StationField>
      </StationPanel>
    </main>
  );
}
