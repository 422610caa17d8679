import { getArgument, formatTable, type Command, CommandError } from "../platform/commands/command.ts";
import { createDataFileCommands } from "../platform/data-files/data-file-commands.ts";
import { countryFile } from "./data-files/countries.ts";
import { getCdekClient } from "./pickup-points/sources.ts";
import { refreshPoints } from "./pickup-points/refresh.ts";
import { methodFile, refusalFile, routeFile } from "./data-files/shipping-methods.ts";

const MAX_GRAMS = 30_000;

export const commands: readonly Command[] = [
  ...[countryFile, methodFile, routeFile, refusalFile].flatMap(createDataFileCommands),
  {
    name: "pickup-points refresh",
    summary: "refresh the pickup points now; a job does so every night",
    options: { country: { type: "string", value: "CODE", summary: "one country only, such as RU" } },
    run: async ({ app, options }) => {
      const onlyCountry = typeof options["country"] === "string" ? options["country"].toUpperCase() : undefined;
      const results = await refreshPoints(app, onlyCountry);
      if (results.length === 0)
        throw new CommandError(`No shipping method with pickup points serves ${onlyCountry ?? "any country"}.`);
      const rows = results.map((one) =>
        "error" in one ? [one.country, "", "", one.error] : [one.country, one.points, one.closed, ""],
      );
      return {
        data: { source: app.config.cdek ? "cdek" : null, countries: results },
        lines: [
          ...(app.config.cdek ? [] : ["No CDEK credentials are set: the pickup points are unchanged.", ""]),
          ...formatTable(["Country", "Points", "Closed", "Failed"], rows),
        ],
        hasFailed: results.some((result) => "error" in result),
      };
    },
  },
  {
    name: "cdek tariffs",
    summary: "print the prices of CDEK for a parcel",
    arguments: [
      { name: "FROM", summary: "the CDEK code of the city of origin, such as 44" },
      { name: "COUNTRY", summary: "the destination country, such as RU" },
      { name: "CITY", summary: "the destination city, such as Казань" },
      { name: "GRAMS", summary: "the weight in grams" },
    ],
    run: async (context) => {
      const client = getCdekClient(context.app);
      if (!client) throw new CommandError("Set CDEK_CLIENT_ID and CDEK_CLIENT_SECRET first.");
      const parseWholeNumber = (name: string, max: number) => {
        const value = Number(getArgument(context, name));
        if (!Number.isInteger(value) || value < 1 || value > max)
          throw new CommandError(`${name} takes a whole number from 1 to ${max}.`);
        return value;
      };
      const [from, weightG] = [parseWholeNumber("FROM", 10_000_000), parseWholeNumber("GRAMS", MAX_GRAMS)];
      const country = getArgument(context, "COUNTRY").toUpperCase();
      const [city] = await client.cities(country, getArgument(context, "CITY"));
      if (!city) throw new CommandError(`CDEK does not know ${getArgument(context, "CITY")} in ${country}.`);
      const tariffs = await client.tariffs({ fromCity: from, toCity: city.code, weightG });
      return {
        data: { city, tariffs },
        lines: formatTable(
          ["Tariff", "Name", "Price", "Days"],
          tariffs.map((tariff) => [
            tariff.tariff_code,
            tariff.tariff_name,
            tariff.delivery_sum,
            `${tariff.period_min}–${tariff.period_max}`,
          ]),
        ),
      };
    },
  },
];
