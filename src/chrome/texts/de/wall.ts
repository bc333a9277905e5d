/** German. Several cameras at once, arranging, undo. */
import type { wallTexts as english } from "../en/wall.ts";
import type { Translated } from "../translated.ts";

export const wallTexts: Translated<typeof english> = {
  "wall.showAll": "{count, plural, one {# Kamera zeigen} other {Alle # Kameras zeigen}}",
  "wall.leftOut":
    "{count, plural, one {# weitere bleibt} other {# weitere bleiben}} weg: die Bühne hat keinen Platz für mehr Player.",
  "wall.addedAll": "{count, plural, one {# Kamera} other {# Kameras}} hinzugefügt",
  "wall.menu": "Aktionen für {name}",
  "wall.undo": "Rückgängig",
  "wall.redo": "Wiederholen",
  "wall.undoStep": "Rückgängig: {what}",
  "wall.redoStep": "Wiederholen: {what}",
  "wall.undone": "Zurückgenommen: {what}",
  "wall.done.add": "Kameras hinzugefügt",
  "wall.done.close": "Player geschlossen",
  "wall.done.clear": "Bühne geleert",
  "wall.done.move": "Player verschoben",
  "wall.done.resize": "Größe geändert",
  "wall.done.load": "Bühne geladen",
  "wall.done.arrange": "Player angeordnet",
  "wall.done.dewarp": "Entzerrung geändert",
  "wall.arrange": "Anordnen",
  "wall.pack": "Größte Bilder",
  "wall.template": "Vorlage {name}",
  "wall.closes": "schließt {count, number}",
  "wall.closedBeyond":
    "{count, plural, one {# Player wurde} other {# Player wurden}} geschlossen: die Vorlage hat keinen Platz für mehr.",
  "wall.closeGaps": "Lücken schließen",
  "wall.shown": "{name} ist schon auf der Bühne",
  "wall.selected": "{count, number} gewählt",
  "wall.showSelected": "Auf der Bühne zeigen",
  "wall.unselect": "Auswahl beenden",
  "wall.isSelected": "gewählt",
  "wall.preparing": "Die Wand wird vorbereitet…",
  "wall.edge": "Breite der Seitenleiste",
};
