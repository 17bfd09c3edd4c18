#!/usr/bin/env python3
"""Adds lines to a lexicon file below a heading, sorted: lexadd.py de '@known:' word 'two words' ..."""
import sys, unicodedata
def fold(t):
    t=t.lower().replace('ß','ss').replace('æ','ae').replace('œ','oe').replace('ł','l').replace('ø','o')
    t=''.join(c for c in unicodedata.normalize('NFD',t) if not unicodedata.combining(c))
    return t
key=lambda l: fold(l).replace('*','').replace('(','')
def add(lang, heading, words):
    p=f'/work/w/reader/src/lexicon/{lang}.txt'
    lines=open(p,encoding='utf8').read().rstrip('\n').split('\n')
    if heading not in lines:
        lines += [heading]
    i=lines.index(heading)+1
    j=i
    while j<len(lines) and not lines[j].endswith(':'): j+=1
    tail=[]
    # keep trailing comment lines of the next heading
    while j>i and lines[j-1].startswith('#'): j-=1; 
    own=lines[i:j]
    notes={}
    for k,l in enumerate(own):
        if l.startswith('#') and k+1<len(own): notes[own[k+1]]=l
    own=[l for l in own if not l.startswith('#')]
    folded={fold(l) for l in own}
    for w in words:
        if fold(w) not in folded: own.append(w); folded.add(fold(w))
    own.sort(key=key)
    lines[i:j]=[x for l in own for x in ([notes[l]] if l in notes else [])+[l]]
    open(p,'w',encoding='utf8').write('\n'.join(lines)+'\n')
if __name__=='__main__':
    add(sys.argv[1], sys.argv[2], [w for a in sys.argv[3:] for w in a.split('|')])
