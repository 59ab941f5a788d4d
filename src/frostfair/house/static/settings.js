// What this device remembers: sounds, confirming, pace.  The switches are in the settings sheet.

const DEFAULTS = { sound: true, all_sound: false, confirm: true, slow: false };

export function setting(name) {
  try { return (localStorage.getItem(`frostfair-${name}`) ?? String(DEFAULTS[name])) === "true"; } catch { return DEFAULTS[name]; }
}

function keep(name, value) {
  try { localStorage.setItem(`frostfair-${name}`, value); } catch { /* a private window remembers nothing */ }
}

for (const box of document.querySelectorAll("[data-setting]")) box.checked = setting(box.dataset.setting);
document.addEventListener("change", event => {
  const name = event.target.dataset?.setting;
  if (name) keep(name, event.target.checked);
});
document.documentElement.classList.add("script");
