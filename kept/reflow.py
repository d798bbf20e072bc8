import re,subprocess,sys,textwrap
W=120
write='--write' in sys.argv
fs=subprocess.run("git ls-files server src rules contract settings scripts bench | grep -E '\\.(tsx?|mjs|css)$'",shell=True,capture_output=True,text=True).stdout.split()
tot=0
for f in fs:
    s=open(f).read(); lines=s.split('\n'); out=[]; i=0; saved=0
    while i<len(lines):
        l=lines[i]
        m=re.match(r'^(\s*)/\*\*?$',l)
        if m:
            j=i+1
            while j<len(lines) and '*/' not in lines[j]: j+=1
            body=lines[i+1:j]; ind=m.group(1)
            if j<len(lines) and lines[j].strip()=='*/' and all(re.match(r'^\s*\*( |$)',b) for b in body):
                txt=[re.sub(r'^\s*\* ?','',b) for b in body]
                paras=[];cur=[]
                for t in txt:
                    if t.strip()=='' or re.match(r'^\s*([-*|@`#]|\d+\.)',t) or t.startswith('  '):
                        if cur: paras.append(cur); cur=[]
                        paras.append([t] if t.strip()=='' or True else 0)
                        if re.match(r'^\s*([-*]|\d+\.)',t): cur=paras.pop(); 
                    else:
                        cur.append(t)
                if cur: paras.append(cur)
                new=[]
                simple=all(not re.match(r'^\s*([-*|@`#]|\d+\.)',t) and not t.startswith('  ') for t in txt)
                if simple:
                    for p in paras:
                        if p==[''] : new.append(''); continue
                        new+=textwrap.wrap(' '.join(x.strip() for x in p),W-len(ind)-3,break_long_words=False,break_on_hyphens=False)
                    if len(new)==1 and len(ind)+len('/** '+new[0]+' */')<=W: rep=[f'{ind}/** {new[0]} */']
                    else: rep=[l]+[f'{ind} *{" " if x else ""}{x}' for x in new]+[lines[j]]
                    if len(rep)<j-i+1:
                        saved+=j-i+1-len(rep); out+=rep; i=j+1; continue
            out+=lines[i:j+1]; i=j+1; continue
        m=re.match(r'^(\s*)// (.*)$',l)
        if m:
            j=i; ind=m.group(1); ts=[]
            while j<len(lines) and re.match(r'^'+ind+r'// \S',lines[j]): ts.append(lines[j].strip()[3:]); j+=1
            if len(ts)>1 and not any(re.match(r'^([-*@]|biome|eslint|\d+\.)',t) for t in ts):
                new=textwrap.wrap(' '.join(ts),W-len(ind)-3,break_long_words=False,break_on_hyphens=False)
                if len(new)<len(ts): saved+=len(ts)-len(new); out+=[f'{ind}// {x}' for x in new]; i=j; continue
            if ts: out+=lines[i:j]; i=j; continue
        out.append(l); i+=1
    if saved:
        tot+=saved
        if write: open(f,'w').write('\n'.join(out))
print('saved',tot)
