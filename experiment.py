"""Experiments on many cores: python experiment.py FILE-of-configs (JSON lines)."""
import json, sys, time, os, multiprocessing as mp
def job(a):
    os.environ["NUMBA_NUM_THREADS"]="1"
    import numpy as np, londinium
    from londinium.bots.search import Search, Budget
    from londinium.bots.players import Players
    c, part, parts = a
    g=londinium.game(c["game"]); S=Search(g,settings=c.get("settings",{})); P=Players(g); seats=c["seats"]; out=[]; t0=time.process_time(); ns=0; nd=0; ts=0
    budget=Budget(simulations=c.get("sims"),seconds=c.get("seconds"))
    for k in range(part,c["games"],parts):
        me=k%seats; m=g.match(seats=seats,seed=(k//seats)+c.get("seed",0),variant=c.get("variant"))
        t=time.process_time()
        while not m.is_over:
            s=me if me in m.to_act else m.to_act[0]
            if s==me:
                legal=m.legal(s)
                if len(legal)==1: mv=legal[0]
                else:
                    t=time.process_time(); th=S.think(m,s,budget); mv=th.best; nd+=1; ns+=th.simulations; ts+=time.process_time()-t
            else: mv=P.choose(c.get("other","greedy"),m,s)
            m.push(mv,s)
        o=m.outcome; w=o.winners
        out.append((o.scores[me],(me in w)/len(w),o.scores[me]-max([x for i,x in enumerate(o.scores) if i!=me] or [0])))
    return out,nd,ns,ts
if __name__=="__main__":
    cs=[json.loads(l) for l in open(sys.argv[1]) if l.strip()]
    n=int(os.environ.get("CORES",os.cpu_count()))
    import numpy as np
    for c in {c["game"]:c for c in cs}.values(): job(({**c,"games":1,"sims":20,"seconds":None},0,1))
    with mp.get_context("spawn").Pool(n) as pool:
        for c in cs:
            t=time.time(); r=pool.map(job,[(c,i,n) for i in range(n)],chunksize=1)
            rows=np.array([x for a,_,_,_ in r for x in a]); nd=sum(x[1] for x in r); ns=sum(x[2] for x in r); ts=sum(x[3] for x in r)
            print(json.dumps(c),"| mean",round(rows[:,0].mean(),2),"se",round(rows[:,0].std()/len(rows)**.5,2),"wins",round(rows[:,1].mean(),3),"margin",round(rows[:,2].mean(),2),"±",round(rows[:,2].std()/len(rows)**.5,2),"| cpu s/game",round(ts/len(rows),2),"sims/s",round(ns/ts),"decisions/game",round(nd/len(rows),1),"wall",round(time.time()-t),flush=True)
