import englishCatalog from "../messages/en-US/catalog.json";
import english from "../messages/en-US/main.json";
import russianCatalog from "../messages/ru-RU/catalog.json";
import russian from "../messages/ru-RU/main.json";
import { addMessages } from "./messages.ts";

// For the server and for tests; the browser loads the messages of one locale.
addMessages("ru-RU", { ...russian, ...russianCatalog });
addMessages("en-US", { ...english, ...englishCatalog });
