/** German. The side panel's Groups and Servers sections. */
import type { groupsTexts as english } from "../en/groups.ts";
import type { Translated } from "../translated.ts";

export const groupsTexts: Translated<typeof english> = {
  "groups.title": "Gruppen",
  "groups.home": "Start",
  "groups.path": "Wo Sie in den Gruppen sind",
  "groups.new": "Neue Gruppe",
  "groups.open": "Gruppe {name} öffnen",
  "groups.menu": "Aktionen für die Gruppe {name}",
  "groups.edit": "Bearbeiten",
  "groups.remove": "Entfernen",
  "groups.empty": "Diese Gruppe ist leer",
  "groups.emptyText": "Sie hat keine Kameras, die Sie sehen dürfen.",
  "groups.editTitle": "Gruppe bearbeiten",
  "groups.name": "Name der Gruppe",
  "groups.inside": "Innerhalb von",
  "groups.cameras": "Kameras der Gruppe",
  "groups.chosen": "{count, plural, =0 {Keine Kamera} one {# Kamera} other {# Kameras}} gewählt",
  "groups.save": "Speichern",
  "groups.nameRequired": "Der Name der Gruppe wird benötigt.",
  "groups.removeTitle": "Gruppe entfernen",
  "groups.removeText": "Die Gruppe {name} und die Gruppen darin entfernen? Kameras und Aufnahmen bleiben.",
  "groups.failed": "Die Gruppen konnten nicht geladen werden",
  "servers.title": "Server",
  "servers.expand": "Kameras von {name} zeigen",
  "servers.available": "erreichbar",
  "servers.unavailable": "nicht erreichbar",
  "groups.nameTaken": "Eine andere Gruppe heißt auch so.",
};
