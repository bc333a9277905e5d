/**
 * The page in every zip that checks it without a network: SHA-256 of each file, the manifest's Ed25519 signature, and
 * which key signed. It reads only files that are chosen or dropped on it and sends nothing (its own CSP).
 */
import * as de from "#domain/texts/de.ts";
import * as en from "#domain/texts/en.ts";
import * as ja from "#domain/texts/ja.ts";

export const VERIFICATION_NAME = "verify.html";

type TextId = keyof typeof en.verification;

/** Its text is English; the script switches to the language of the user who opens it. */
export function verificationPage(): string {
  const texts = { en: en.verification, de: de.verification, ja: ja.verification };
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
${element("title", "verify.title")}
<style>${STYLE}</style>
</head>
<body>
<main>
${element("h1", "verify.title")}
${element("p", "verify.lead")}
<label class="drop">${element("span", "verify.choose")}<input id="files" type="file" multiple></label>
<p id="verdict" role="status" aria-live="polite"></p>
<dl id="facts"></dl>
<table id="table" hidden><thead><tr>${COLUMNS.map((id) => element("th", id)).join("")}</tr></thead><tbody></tbody></table>
<p class="note" data-text="verify.note">${en.verification["verify.note"]}</p>
</main>
<script>const TEXTS=${JSON.stringify(texts)};${SCRIPT}</script>
</body>
</html>
`;
}

const COLUMNS: readonly TextId[] = ["verify.file", "verify.camera", "verify.from", "verify.to", "verify.result"];

const element = (name: string, id: TextId): string => `<${name} data-text="${id}">${en.verification[id]}</${name}>`;

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0}main{max-width:60rem;margin:2rem auto;padding:0 1rem}
.drop{display:block;padding:2rem;border:2px dashed GrayText;border-radius:.5rem;text-align:center;cursor:pointer}
.drop input{display:block;margin:1rem auto 0}
#verdict{font-size:1.25rem;font-weight:600}.good{color:#16803c}.bad{color:#c62828}
@media (prefers-color-scheme:dark){.good{color:#5bd186}.bad{color:#ff8a80}}
table{width:100%;border-collapse:collapse}th,td{padding:.4rem;text-align:start;border-bottom:1px solid GrayText}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem}dd{margin:0;overflow-wrap:anywhere}.note{color:GrayText}
`;

/** Its own SHA-256, because WebCrypto's digest needs the whole file in memory. */
const SCRIPT = String.raw`
"use strict";
const K=new Uint32Array(64),H0=new Uint32Array(8);
{let n=0;for(let p=2;n<64;p++){let prime=true;for(let d=2;d*d<=p;d++)if(p%d===0){prime=false;break}
if(!prime)continue;const frac=(x)=>((x-Math.floor(x))*4294967296)>>>0;if(n<8)H0[n]=frac(Math.sqrt(p));K[n++]=frac(Math.cbrt(p))}}
class Sha256{
constructor(){this.h=H0.slice();this.w=new Uint32Array(64);this.rest=new Uint8Array(64);this.held=0;this.bytes=0}
block(d,o){const w=this.w,h=this.h;
for(let i=0;i<16;i++,o+=4)w[i]=(d[o]<<24)|(d[o+1]<<16)|(d[o+2]<<8)|d[o+3];
for(let i=16;i<64;i++){const x=w[i-15],y=w[i-2];
w[i]=w[i-16]+((x>>>7|x<<25)^(x>>>18|x<<14)^(x>>>3))+w[i-7]+((y>>>17|y<<15)^(y>>>19|y<<13)^(y>>>10))|0}
let [a,b,c,e0,e,f,g,k]=h;
for(let i=0;i<64;i++){
const t1=k+((e>>>6|e<<26)^(e>>>11|e<<21)^(e>>>25|e<<7))+((e&f)^(~e&g))+K[i]+w[i]|0;
const t2=((a>>>2|a<<30)^(a>>>13|a<<19)^(a>>>22|a<<10))+((a&b)^(a&c)^(b&c))|0;
k=g;g=f;f=e;e=e0+t1|0;e0=c;c=b;b=a;a=t1+t2|0}
h[0]+=a;h[1]+=b;h[2]+=c;h[3]+=e0;h[4]+=e;h[5]+=f;h[6]+=g;h[7]+=k}
add(d){let o=0;this.bytes+=d.length;
if(this.held){const take=Math.min(64-this.held,d.length);this.rest.set(d.subarray(0,take),this.held);this.held+=take;o=take;
if(this.held<64)return;this.block(this.rest,0);this.held=0}
for(;o+64<=d.length;o+=64)this.block(d,o);
this.rest.set(d.subarray(o));this.held=d.length-o}
hex(){const bits=this.bytes*8,pad=new Uint8Array((this.held<56?64:128)-this.held);pad[0]=128;
const v=new DataView(pad.buffer);v.setUint32(pad.length-8,Math.floor(bits/4294967296));v.setUint32(pad.length-4,bits>>>0);this.add(pad);
return Array.from(this.h,(x)=>x.toString(16).padStart(8,"0")).join("")}}
const shaOf=async(file,onShare)=>{const sha=new Sha256(),reader=file.stream().getReader();let read=0;
for(;;){const {value,done}=await reader.read();if(done)return sha.hex();sha.add(value);read+=value.length;onShare(file.size?read/file.size:1)}};
const fromBase64=(text)=>Uint8Array.from(atob(text.trim()),(c)=>c.charCodeAt(0));
const $=(id)=>document.getElementById(id);
let language="en",locale="en";
for(const tag of navigator.languages){const found=tag.toLowerCase().split("-")[0];if(Object.hasOwn(TEXTS,found)){language=found;locale=tag;break}}
document.documentElement.lang=language;
const text=(id,values={})=>TEXTS[language][id].replace(/\{(\w+)\}/g,(whole,name)=>String(values[name]));
for(const element of document.querySelectorAll("[data-text]"))element.textContent=text(element.dataset.text);
const times=new Intl.DateTimeFormat(locale,{year:"numeric",month:"short",day:"numeric",hour:"numeric",minute:"2-digit",second:"2-digit",timeZoneName:"short"});
const shares=new Intl.NumberFormat(locale,{style:"percent"});
const when=(given)=>{const date=new Date(given);return Number.isNaN(date.getTime())?String(given):times.format(date)};
const say=(words,good)=>{$("verdict").textContent=words;$("verdict").className=good?"good":"bad"};
const fact=(name,value)=>{const dt=document.createElement("dt"),dd=document.createElement("dd");dt.textContent=name;dd.textContent=value;$("facts").append(dt,dd)};
const signatureFits=async(key,signature,bytes)=>{
if(!globalThis.crypto||!crypto.subtle)return null;
let imported;try{imported=await crypto.subtle.importKey("raw",key,"Ed25519",false,["verify"])}
catch(error){return error.name==="DataError"?false:null}
return crypto.subtle.verify("Ed25519",imported,signature,bytes)};
const composed=(name)=>name.normalize("NFC"); // some file systems take accents off their letters
let run=0;
async function check(files){
const mine=++run;say("",false);$("facts").replaceChildren();const body=$("table").tBodies[0];body.replaceChildren();$("table").hidden=true;
const byName=new Map([...files].map((file)=>[composed(file.name),file]));
const manifestFile=byName.get("manifest.json"),signatureFile=byName.get("manifest.sig");
if(!manifestFile||!signatureFile)return say(text("verify.incomplete"),false);
const bytes=new Uint8Array(await manifestFile.arrayBuffer());
let manifest,key,signature;
try{manifest=JSON.parse(new TextDecoder().decode(bytes));key=fromBase64(manifest.publicKey);signature=fromBase64(await signatureFile.text());
if(!manifest.files.every((each)=>typeof each.name==="string"))throw 0}catch{return say(text("verify.unreadable"),false)}
const fits=await signatureFits(key,signature,bytes);if(mine!==run)return;
const print=new Sha256();print.add(key);
fact(text("verify.recorder"),String(manifest.recorder));fact(text("verify.exported"),when(manifest.created));
fact(text("verify.fingerprint"),(print.hex().slice(0,32).match(/.{4}/g)||[]).join(" "));
fact(text("verify.signature"),text(fits===null?"verify.signature.unknown":fits?"verify.signature.valid":"verify.signature.invalid"));
$("table").hidden=false;let bad=0;
const rowOf=(...words)=>{const row=body.insertRow();for(const each of words)row.insertCell().textContent=String(each);return row.cells[4]};
const mark=(cell,id)=>{cell.textContent=text(id);cell.className="bad"};
const others=new Set(byName.keys());for(const name of ["manifest.json","manifest.sig","verify.html"])others.delete(name);
for(const each of manifest.files)others.delete(composed(each.name));
for(const each of manifest.files){const file=byName.get(composed(each.name));
const cell=rowOf(each.name,each.cameraName,when(each.startMs),when(each.stopMs),"…");
if(!file){bad++;mark(cell,"verify.missing");continue}
const sum=await shaOf(file,(share)=>{cell.textContent=shares.format(share)}).catch(()=>null);if(mine!==run)return;
if(sum===null){bad++;mark(cell,"verify.noRead");continue}
const same=sum===each.sha256&&file.size===each.bytes;if(!same)bad++;
cell.textContent=text(same?"verify.unchanged":"verify.changed");cell.className=same?"good":"bad"}
for(const each of Array.isArray(manifest.withoutVideo)?manifest.withoutVideo:[])
rowOf("",each.cameraName,when(manifest.range?.startMs),when(manifest.range?.stopMs),text("verify.noVideo"));
for(const each of Array.isArray(manifest.notReachable)?manifest.notReachable:[])
mark(rowOf("",each.cameraName,when(each.startMs),when(each.stopMs),""),"verify.notReachable");
for(const name of others)mark(rowOf(name,"","","",""),"verify.foreign");
if(fits===false)return say(text("verify.badSignature"),false);
if(bad>0)return say(text("verify.badFiles",{bad,count:manifest.files.length}),false);
if(fits===null)return say(text("verify.unchecked"),false);
if(others.size>0)return say(text("verify.extra"),false);
say(manifest.files.length===1?text("verify.goodOne"):text("verify.good",{count:manifest.files.length}),true)}
$("files").addEventListener("change",(event)=>void check(event.target.files));
addEventListener("dragover",(event)=>event.preventDefault());
addEventListener("drop",(event)=>{event.preventDefault();void check(event.dataTransfer.files)});
`;
