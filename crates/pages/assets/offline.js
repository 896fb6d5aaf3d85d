// What stands where a page should be while the server cannot be reached. Nothing is kept: every page comes from the server.
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Gruntle cannot be reached</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif } body { max-width: 30rem; margin: 20vh auto; padding: 0 1rem } a { display: inline-block; padding: 0.6rem 0 }</style>
<h1>Gruntle cannot be reached</h1>
<p>There is no line to the server. Nothing is lost: every table stands as you left it.</p>
<p><a href="">Try again</a></p>`;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return;
  const page = () => new Response(PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
  event.respondWith(fetch(event.request).catch(page));
});
