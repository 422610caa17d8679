import enAccount from "../messages/en-US/account.json";
import enShop from "../messages/en-US/shop.json";
import ruAccount from "../messages/ru-RU/account.json";
import ruShop from "../messages/ru-RU/shop.json";
import { addMessages } from "./messages.ts";

// For the server and for tests; the browser loads the messages of one locale, by area.
addMessages("ru-RU", { ...ruShop, ...ruAccount });
addMessages("en-US", { ...enShop, ...enAccount });
