import { START_EVENT } from './start-event'
import { NOTICE_ID } from './start-notice'

export const SCRIPTS_ID = 'site-scripts'

/** How long a frame may take from its drawing to the screen, in ms: until then the page has not painted. */
const TO_THE_SCREEN = 50
/** In ms: a line that brings nothing for so long is given up, and what failed is asked for at least as often. */
const PATIENCE = 4_000
const FIRST_REST = 1_000

/**
 * The only script that runs with the page: it asks for nothing until the page has loaded and
 * painted, or until the first touch, key, pointer or focus, whichever comes first. Then it fetches
 * every script of the page at once and runs those of the shell's start, in the order they come: webpack's runtime
 * waits for what is missing.
 *
 * A script of the start that fails or stalls is reported once and fetched again, while somebody looks at the page, at an
 * address past what the browser may have cached of it; a fetch, unlike a script element, can be given up and tells
 * a slow line from a dead one. The first element may still arrive: whichever runs first retires the others, for a
 * script that lies in another document never runs.
 */
export const STARTER = `(()=>{let isStarted,missing,page;
const aside=document.implementation.createHTMLDocument();
const add=(name,values)=>{const tag=Object.assign(document.createElement(name),values);document.head.append(tag);return tag};
const say=(text)=>{document.getElementById("${NOTICE_ID}").textContent=text};
const run=(src,notice)=>{let count=0,isReported,isDone,timer,fetching,tags=[];
const fail=(what,rest)=>{if(isDone)return;
if(!isReported){isReported=true;say(notice);
console.error("ChunkLoadError",src,what);
navigator.sendBeacon?.("/beacon",JSON.stringify({composition:page,kind:"load",name:"ChunkLoadError",message:src+" "+what,url:location.pathname}))}
clearTimeout(timer);timer=setTimeout(ask,rest)};
const restOf=()=>Math.min(${FIRST_REST}*2**count,${PATIENCE});
const show=(address)=>{const tag=add("script",{src:address,
onload(){isDone=true;clearTimeout(timer);fetching?.abort();
for(const other of tags)if(other!==tag)aside.adoptNode(other);
--missing||say("");dispatchEvent(new Event("${START_EVENT}"))},
onerror(){fetching||fail("failed",restOf())}});
tags.push(tag)};
const ask=async()=>{if(document.hidden)return document.addEventListener("visibilitychange",ask,{once:true});
const mine=fetching=new AbortController;
const watch=()=>{clearTimeout(timer);timer=setTimeout(()=>mine.abort(),${PATIENCE})};
const address=src+"?"+ ++count;
let rest;
watch();
try{const {ok,body}=await fetch(address,{signal:mine.signal});
if(!ok)throw 0;
const reader=body.getReader();
while(!(await reader.read()).done)watch()}
catch{rest=mine.signal.aborted?0:restOf()}
fetching=undefined;
if(isDone)return;
clearTimeout(timer);
rest===undefined?show(address):fail("failed",rest)};
timer=setTimeout(()=>fail("stalled",0),${PATIENCE});
show(src)};
const go=()=>{if(isStarted)return;isStarted=true;
const {start,preload,notice,composition}=JSON.parse(document.getElementById("${SCRIPTS_ID}").textContent);
missing=start.length;page=composition;
for(const src of start)run(src,notice);
for(const hint of preload)add("link",{rel:"preload",as:"script",...hint})};
for(const type of ["pointerdown","pointermove","keydown","focusin","wheel"])addEventListener(type,go,{once:true,capture:true,passive:true});
const afterPaint=()=>requestAnimationFrame(()=>setTimeout(go,${TO_THE_SCREEN}));
document.readyState==="complete"?afterPaint():addEventListener("load",afterPaint)})()`.replaceAll('\n', '')
