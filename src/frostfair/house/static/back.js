// A page that was opened from a table goes back to it.
if (document.referrer.startsWith(location.origin + "/t/")) document.querySelector(".bar a").href = document.referrer;
