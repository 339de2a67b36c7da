export const SCRIPTS_ID = 'site-scripts'

/** How long a frame may take from its drawing to the screen, in ms: until then the page has not painted. */
const TO_THE_SCREEN = 50

/**
 * The only script that runs with the page: it asks for nothing until the page has loaded and
 * painted, or until the first touch, key, pointer or focus, whichever comes first. Then it fetches
 * every script of the page at once and runs those of the shell's start.
 */
export const LOADER = `(()=>{let started=0;
const add=(name,values)=>document.head.append(Object.assign(document.createElement(name),values));
const go=()=>{if(started++)return;
const {start,preload}=JSON.parse(document.getElementById("${SCRIPTS_ID}").textContent);
for(const src of start)add("script",{src,async:false});
for(const hint of preload)add("link",{rel:"preload",as:"script",...hint})};
for(const type of ["pointerdown","pointermove","keydown","focusin","wheel"])addEventListener(type,go,{once:true,capture:true,passive:true});
const afterPaint=()=>requestAnimationFrame(()=>setTimeout(go,${TO_THE_SCREEN}));
document.readyState==="complete"?afterPaint():addEventListener("load",afterPaint)})()`.replaceAll('\n', '')
