import { addCopyButtons } from "./copy/buttons.ts";
import { startMenu } from "./menu.ts";
import { startSearch } from "./search/combobox.ts";

startSearch();
startMenu();
addCopyButtons();
