const now = document.querySelector("#now");
const zones = document.querySelector("#zones");
const names = ["UTC", "Europe/Berlin", "Asia/Tokyo", "America/New_York", "Australia/Sydney"];

function show() {
  const time = new Date();
  now.textContent = time.toLocaleTimeString();
  now.dateTime = time.toISOString();
  zones.replaceChildren(
    ...names.map((timeZone) => {
      const item = document.createElement("li");
      item.textContent = `${timeZone}: ${time.toLocaleTimeString(undefined, { timeZone })}`;
      return item;
    }),
  );
}

/** Asks the page around this frame for the height that the content needs: again whenever that changes, the first layout included. */
const main = document.querySelector("main");
new ResizeObserver(() => parent.postMessage({ type: "resize", height: main.scrollHeight + 48 }, "*")).observe(main);

document.querySelector("#taller").addEventListener("click", () => {
  zones.hidden = !zones.hidden;
});
show();
setInterval(show, 1000);
