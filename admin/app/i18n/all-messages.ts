import english from "../messages/en-US.json";
import russian from "../messages/ru-RU.json";
import { addMessages } from "./messages.ts";

// For the server and for tests; the browser loads the messages of one locale.
addMessages("ru-RU", russian);
addMessages("en-US", english);
